import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** https://www.electronjs.org/docs/latest/tutorial/asar-integrity */

/** The digest of an archive's header, which itself has the digests of all files. */
const headerDigest = (archive: string): string => {
  const bytes = readFileSync(archive);
  return createHash('sha256')
    .update(bytes.subarray(16, 16 + bytes.readUInt32LE(12)))
    .digest('hex');
};

/**
 * Checks whether the program contains the digest of its archive. On Linux Electron checks none.
 * @param holder the program on Windows, Info.plist on macOS
 */
export const faultsOfIntegrity = (archive: string, holder: string, target: string): string[] => {
  if (target.startsWith('linux')) return [];
  const text = readFileSync(holder, 'latin1');
  const found = target.startsWith('win32')
    ? /"file":"resources\\\\app\.asar","alg":"SHA256","value":"(\w{64})"/i.exec(text)
    : /<key>Resources\/app\.asar<\/key>\s*<dict>[\s\S]*?<key>hash<\/key>\s*<string>(\w{64})</.exec(text);
  if (!found) return [`${holder} holds no digest of the archive`];
  return found[1] === headerDigest(archive) ? [] : [`${holder} holds the digest of another archive`];
};
