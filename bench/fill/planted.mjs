// Values in the first service's rows that give filters a known number of matches.

export const CONTROLS = { many: 'campaign', common: 'subscription' };
export const PHONES = { many: '48600010000', few: '48600000010' };
export const MANY = 10_000;
const FEW = 10;
const COMMON = 0.2;

/**
 * @param rows how many rows the first service will have
 * @returns a function that returns the control and the phone number of the next row
 */
export function planter(rows) {
  const [many, few] = [Math.max(1, Math.floor(rows / MANY)), Math.max(1, Math.floor(rows / FEW))];
  let [inFirst, inAll] = [0, 0];
  return (isFirst) => {
    inAll += 1;
    let control = Math.random() < COMMON ? CONTROLS.common : `order-${inAll}`;
    let phone = `4850${String(Math.floor(Math.random() ** 2 * 1e7)).padStart(7, '0')}`;
    if (isFirst) {
      // Half of the rows with one of the frequent values also have the other one.
      if (inFirst % many === 0) control = CONTROLS.many;
      if (inFirst % (2 * many) === 0 || inFirst % (2 * many) === many + 1) phone = PHONES.many;
      if (inFirst % few === 3) phone = PHONES.few;
      inFirst += 1;
    }
    return { control, phone, isPlanted: phone === PHONES.many || phone === PHONES.few };
  };
}
