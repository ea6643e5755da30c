'use strict';
/** Run by Node for Windows before Kramar: takes back the differences between Wine with Node 22 and a real PC. */
const http = require('node:http');

// Node 24 does not start under Wine 8. What Kramar uses of it, Node 22 has.
for (const [name, value] of [
  ['versions', { ...process.versions, node: '24.0.0' }],
  ['version', 'v24.0.0'],
])
  Object.defineProperty(process, name, { value });

// Wine sets this one itself, from the name of the Linux user.
if (process.env.WINDOWS_APPDATA) process.env.APPDATA = process.env.WINDOWS_APPDATA;

// undici's sockets fail there with "connect UNKNOWN"; those of node:http do not.
globalThis.fetch = (url, { method = 'GET', headers = {}, body, signal } = {}) =>
  new Promise((resolve, reject) => {
    const given = url instanceof Request ? url : new Request(url, { method, headers, body });
    given
      .arrayBuffer()
      .then((bytes) => {
        const request = http.request(
          given.url,
          { method: given.method, headers: Object.fromEntries(given.headers), signal },
          (response) => {
            const chunks = [];
            response.on('data', (chunk) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () =>
              resolve(
                new Response(response.statusCode === 204 ? null : Buffer.concat(chunks), {
                  status: response.statusCode,
                  headers: response.headers,
                }),
              ),
            );
          },
        );
        request.on('error', reject);
        request.end(Buffer.from(bytes));
      })
      .catch(reject);
  });
