// `npm run demo:payments`: the demonstration with a stand-in for Square beside it, so that donations and subscriptions
// can be clicked through offline. Pressing Enter lets a month pass for every subscription.
import { startSquare } from '../test/fakes/square/square.ts';

const circle = `http://localhost:${process.env['PORT'] ?? 3000}`;
const square = await startSquare({ circle });
Object.assign(process.env, square.environment);

process.stdout.write(
  [
    `A stand-in for Square is at ${square.url}. No money moves. Cards to try, with any date to come, CVV and ZIP:`,
    '  4111 1111 1111 1111  is paid',
    '  4000 0000 0000 0002  is declined',
    '  4000 0000 0000 0010  can be kept, and is declined when it is charged',
    '  4310 0000 0020 1019  asks the bank first; its code is 123456',
    '  CVV 911, ZIP 99999, date 01/40 are wrong ones.',
    'Press Enter to let a month pass: subscriptions renew, change or end.',
    '',
  ].join('\n'),
);
process.stdin.on('data', () => {
  square.billing.nextMonth();
  process.stdout.write('A month has passed.\n');
});

await import(new URL('../dist/server/demo.js', import.meta.url).href);
