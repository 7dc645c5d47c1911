/** The page's style: one accent colour, one column of text, figures on the same grid; light, dark and paper. */
const dark = `--bg:#12151a;--surface:#191d24;--text:#e6e9ee;--muted:#a2abb8;--line:#333a45;--accent:#6cb4f5;--bad:#ff9a5c;--bad-bg:#2e2018;--good:#4fd0a5;--soft:#20262f`;
const light = `--bg:#f5f6f8;--surface:#fff;--text:#1d2129;--muted:#5a6270;--line:#dfe3e8;--accent:#0b63b5;--bad:#9a3a08;--bad-bg:#fdf3ec;--good:#00684b;--soft:#f0f2f5`;

/** Rules of a table on paper, and of one that is measured for it: words stay whole; only in one that has no room for that they break, but not to single letters. */
const paperTable = (where: string): string =>
  `${where} th,${where} td{white-space:normal;padding:.15rem .3rem;max-width:none;overflow:visible;overflow-wrap:break-word}${where} .broken th,${where} .broken td{max-width:22em;min-width:5.4em;overflow-wrap:anywhere}${where} td.n{white-space:nowrap;min-width:0}#runs-table ${where} th:first-child{min-width:2.7em}${where} th input,${where} th small,${where} th button{display:none!important}${where} th .paper{display:inline!important}`;

/** As one text, for a style element. */
export const reportStyle = `
:root{${light};color-scheme:light}
@media (prefers-color-scheme:dark){:root{${dark};color-scheme:dark}}
:root[data-theme=light]{${light};color-scheme:light}
:root[data-theme=dark]{${dark};color-scheme:dark}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:.5rem;background:var(--surface);padding:.3rem .6rem;z-index:9}
header{display:flex;justify-content:space-between;align-items:flex-start;gap:1rem;flex-wrap:wrap;max-width:78rem;margin:0 auto;padding:1.6rem 1.5rem 1rem}
h1{font-size:1.6rem;line-height:1.25;margin:0;font-weight:650;overflow-wrap:anywhere}
header p{margin:.2rem 0 0;color:var(--muted);overflow-wrap:anywhere}
.state{display:flex;gap:.6rem;align-items:center}
.state span{border:1px solid var(--line);background:var(--surface);border-radius:99px;padding:.15rem .75rem;font-weight:600}
.page{display:grid;grid-template-columns:11.5rem minmax(0,1fr);gap:1.5rem;max-width:78rem;margin:0 auto;padding:0 1.5rem 4rem}
nav{position:sticky;top:0;align-self:start;padding-top:.5rem;max-height:100vh;overflow:auto}
nav ol{list-style:none;margin:0;padding:0}
nav a{display:block;padding:.28rem .6rem;color:var(--muted);text-decoration:none;border-left:2px solid transparent}
nav a:hover{color:var(--text)}nav a[aria-current]{color:var(--text);border-left-color:var(--accent);font-weight:600}
main{min-width:0}
section{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:1.2rem 1.4rem 1.4rem;margin:0 0 1.25rem}
h2{font-size:1.2rem;margin:0 0 .6rem;font-weight:650}
h3{font-size:1rem;margin:1.4rem 0 .4rem;font-weight:600;overflow-wrap:anywhere}
p{margin:.4rem 0 .8rem;max-width:75ch;overflow-wrap:anywhere}
.absent{color:var(--muted)}
.aside{font-size:.87rem;color:var(--muted);margin:.3rem 0}
figure{margin:1.5rem 0 0;padding-top:1.1rem;border-top:1px solid var(--line)}
h2+figure{border-top:0;padding-top:0;margin-top:0}
figcaption h3{margin-top:0}
.plot{width:100%;min-height:6rem;overflow:hidden}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(12.5rem,1fr));gap:.9rem 1.4rem;margin:.8rem 0}
@media print,(min-width:40rem){.facts .wide{grid-column:span 2}.facts .full{grid-column:1/-1}}
.facts dt{font-size:.82rem;color:var(--muted)}
.facts dd{margin:0;font-size:1.1rem;font-weight:600;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.facts small{display:block;font-size:.8rem;font-weight:400;color:var(--muted)}
.warnings{border-left:3px solid var(--bad);background:var(--bad-bg);padding:.7rem 1rem;margin:.9rem 0;border-radius:0 6px 6px 0}
.warnings h3{margin:0 0 .3rem}.warnings ul{margin:0;padding-left:1.1rem}.warnings li{margin:.2rem 0;max-width:80ch;overflow-wrap:anywhere}
.trust{list-style:none;padding:0;margin:.3rem 0 .6rem;font-size:.88rem}
.trust li{margin:.15rem 0;max-width:85ch;overflow-wrap:anywhere}
.trust .good{color:var(--good)}
.trust .limited,.trust .none{color:var(--text);border-left:3px solid var(--bad);background:var(--bad-bg);padding:.25rem .6rem}
.trust .none{border-left-style:double;border-left-width:5px}
.trust strong{color:var(--bad)}
.scroll{overflow:auto;max-width:100%;max-height:30rem;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .7rem;border-bottom:1px solid var(--line);white-space:nowrap;max-width:28rem;overflow:hidden;text-overflow:ellipsis}
td:not(.n){white-space:normal;overflow-wrap:break-word}@media screen{.of-runs:not(.measured) td{white-space:nowrap}}
tbody tr:last-child td{border-bottom:0}
thead th{background:var(--soft);font-weight:600;position:sticky;top:0;z-index:1}
.n{text-align:right}
.numbers summary{cursor:pointer;color:var(--accent);font-size:.9rem;margin:.5rem 0}
pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;overflow:auto;max-height:26rem;font:.84rem/1.5 ui-monospace,Menlo,Consolas,monospace;margin:.4rem 0}
button,select,input{font:inherit;font-size:.87rem;color:var(--text);background:var(--surface);border:1px solid var(--line);border-radius:5px;padding:.2rem .6rem}
button{cursor:pointer}button:hover{border-color:var(--accent)}button:disabled{opacity:.5;cursor:default}
.tools{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.6rem 0}
.tools details{position:relative}.tools summary{cursor:pointer;font-size:.87rem;color:var(--accent)}
.columns{display:flex;flex-wrap:wrap;gap:.2rem .9rem;padding:.5rem 0;font-size:.87rem}.columns label{overflow-wrap:anywhere}
#runs-table th button{border:0;background:none;padding:0;font-weight:600;white-space:nowrap}
#runs-table th input{width:100%;min-width:4.5rem;padding:.1rem .35rem;margin-top:.25rem;display:block;font-weight:400}
.paper{display:none}
${paperTable('.measured')}
.scroll.measured{overflow:visible;border:0}
#runs-table th small{display:block;font-weight:400;color:var(--bad);white-space:normal;min-width:9rem;max-width:11rem}#runs-table th small:empty{display:none}
#runs-table th input[aria-invalid=true]{border-color:var(--bad)}
#runs-table .failed td{color:var(--bad)}
#selection{position:sticky;top:0;z-index:5;background:var(--accent);color:var(--bg);border-radius:6px;padding:.35rem .9rem;margin:0 0 .8rem;display:flex;justify-content:space-between;align-items:center;gap:1rem;overflow-wrap:anywhere}
#selection[hidden]{display:none}
@media (max-width:56rem){.page{grid-template-columns:minmax(0,1fr);gap:.5rem;padding:0 .8rem 3rem}header{padding:1.1rem .8rem .6rem}section{padding:1rem .9rem}
nav{z-index:4;background:var(--bg);overflow-x:auto;padding:.2rem 0}nav ol{display:flex}nav a{white-space:nowrap;border-left:0;border-bottom:2px solid transparent}nav a[aria-current]{border-bottom-color:var(--accent)}#selection{top:2.4rem}html{scroll-padding-top:3rem}}
@media print{.unfit{display:none!important}:root,:root[data-theme]{${light};--bg:#fff;color-scheme:light}body{font-size:10.5pt}nav,.skip,#theme,.tools,.screen,.numbers:not([open]),button{display:none!important}.paper{display:block}#selection{position:static;background:none;color:var(--text);border:1px solid var(--line)}.page{display:block;padding:0;max-width:none}header{padding:0 0 .6rem}
section{border:0;padding:0;margin:0 0 1.2rem}.plot{break-inside:avoid}figcaption p,.trust li{break-inside:avoid}figcaption{break-after:avoid}h2,h3{break-after:avoid}.scroll{overflow:visible;max-height:none}thead th{position:static}tr{break-inside:avoid}${paperTable('')}pre{white-space:pre-wrap;max-height:none}}
`;
