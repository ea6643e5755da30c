import type { PracticeBank } from './practice-bank.ts';
import { runPracticeBank } from './run.ts';

function stopOnSignal(bank: PracticeBank): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      bank.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

const result = await runPracticeBank(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if (typeof result === 'number') process.exitCode = result;
else stopOnSignal(result);
