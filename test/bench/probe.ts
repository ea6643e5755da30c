import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Another client, a process of its own: `node test/bench/probe.ts BASE_URL`. Every two milliseconds it requests
 * something that needs neither database nor bank, and on SIGTERM prints the longest time without an answer. That is
 * how long the service's event loop stood still, seen from outside: an upper bound, for this process and the machine
 * pause now and then too.
 */

const EVERY_MS = 2;
const [baseUrl = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

let longest = 0;
let answers = 0;
let isOver = false;

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const requested = request(`${baseUrl}catalog/units/`, { agent, method: 'OPTIONS' }, (answer) => {
      if (answer.statusCode !== 204) reject(new Error(`The request was answered with ${answer.statusCode}.`));
      answer.resume();
      answer.on('end', resolve);
    });
    requested.on('error', reject);
    requested.end();
  });

process.on('SIGTERM', () => {
  isOver = true;
});
await ask();
process.stdout.write(`${JSON.stringify({ event: 'ready', base_url: baseUrl, pid: process.pid })}\n`);
while (!isOver) {
  const requested = performance.now();
  await ask();
  longest = Math.max(longest, performance.now() - requested);
  answers += 1;
  await sleep(EVERY_MS);
}
process.stdout.write(`${JSON.stringify({ longest, answers })}\n`);
agent.destroy();
