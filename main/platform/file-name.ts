const MAX_CHARACTERS = 100;

/**
 * Makes a file name of any text: letters, digits, dots, hyphens and underscores, in any script; neither a path, nor hidden,
 * nor empty. For names that hold what came from outside.
 */
export const safeFileName = (text: string): string => {
  const name = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '');
  return [...name].slice(0, MAX_CHARACTERS).join('') || 'file';
};

/** As it is sent beside the ASCII name: RFC 8187 leaves fewer characters unencoded than encodeURIComponent. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The value of Content-Disposition (RFC 6266) of a file to save, whatever its name is made of. */
export const attachment = (text: string): string => {
  const name = safeFileName(text);
  const ascii = name.replace(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded(name)}`}`;
};
