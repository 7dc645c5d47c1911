/** An amount of money as all people are told it: two decimals; below ten cents the two digits that tell it from nothing, never a power of ten. */
export function amountText(amount: number): string {
  if (amount < 0) return `-${amountText(-amount)}`;
  if (amount === 0 || amount >= 0.1) return amount.toFixed(2);
  const [digits = '', power = '0'] = amount.toExponential(1).split('e');
  const text = Number(`${digits}e${power}`).toFixed(Math.min(100, 1 - Number(power)));
  return text.length > 4 ? text.replace(/0$/u, '') : text;
}
