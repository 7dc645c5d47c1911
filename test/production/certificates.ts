import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of an authority, and of a certificate with its key for the server and for its clients. */
export interface Certificates {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
  /** Of another authority: nobody lets it in. */
  readonly stranger: { readonly cert: string; readonly key: string };
}

/** Makes them with openssl, for `localhost` and 127.0.0.1, for a day. */
export function makeCertificates(folder: string): Certificates {
  const at = (name: string): string => join(folder, name);
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', words, { stdio: 'pipe' });
  };
  const authority = (name: string): void => {
    openssl(
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...[
        '-days',
        '1',
        '-subj',
        `/CN=${name}`,
        '-keyout',
        at(`${name}.key`),
        '-out',
        at(`${name}.pem`),
      ],
    );
  };
  const signed = (name: string, by: string): { cert: string; key: string } => {
    const extensions = at(`${name}.ext`);
    writeFileSync(extensions, 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
    const [cert, key] = [at(`${name}.pem`), at(`${name}.key`)];
    openssl(
      ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-subj', `/CN=${name}`, '-keyout', key, '-out', at(`${name}.csr`)],
    );
    openssl(
      ...[
        'x509',
        '-req',
        '-in',
        at(`${name}.csr`),
        '-CA',
        at(`${by}.pem`),
        '-CAkey',
        at(`${by}.key`),
      ],
      ...['-CAcreateserial', '-days', '1', '-extfile', extensions, '-out', cert],
    );
    return { cert, key };
  };
  authority('ca');
  authority('other-ca');
  return {
    ca: at('ca.pem'),
    server: signed('server', 'ca'),
    client: signed('client', 'ca'),
    stranger: signed('stranger', 'other-ca'),
  };
}
