import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Another client, a process of its own: `node test/bench/probe.ts BASE_URL`. It asks something that needs neither
 * database nor bank every two milliseconds, and on SIGTERM tells the longest it had no answer for. That is how long the
 * service's event loop stood still, seen from outside: at most as long, for this process and the machine stop now and then too.
 */

const EVERY_MS = 2;
const [baseUrl = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

let longest = 0;
let answers = 0;
let isOver = false;

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = request(`${baseUrl}units/`, { agent, method: 'OPTIONS' }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    });
    asked.on('error', reject);
    asked.end();
  });

process.on('SIGTERM', () => {
  isOver = true;
});
await ask();
process.stdout.write(`${JSON.stringify({ event: 'ready', base_url: baseUrl, pid: process.pid })}\n`);
while (!isOver) {
  const asked = performance.now();
  await ask();
  longest = Math.max(longest, performance.now() - asked);
  answers += 1;
  await sleep(EVERY_MS);
}
process.stdout.write(`${JSON.stringify({ longest, answers })}\n`);
agent.destroy();
