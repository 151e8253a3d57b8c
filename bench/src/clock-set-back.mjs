// Loaded before a process: its clock goes back by an hour at SIGUSR2.
const HOUR = 3_600_000;
const Right = Date;
let back = 0;
globalThis.Date = class extends Right {
  constructor(...given) {
    super(...(given.length === 0 ? [Right.now() - back] : given));
  }
  static now() {
    return Right.now() - back;
  }
};
process.on('SIGUSR2', () => {
  back = HOUR;
});
