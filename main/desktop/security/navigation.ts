import type { WebContents } from 'electron';

/**
 * Point 13, "Disable or limit navigation": the window stays with the service, in every frame of it. Origins are
 * compared as parsed, never as text (http://127.0.0.1:7480.evil.example begins like ours).
 * https://www.electronjs.org/docs/latest/tutorial/security#13-disable-or-limit-navigation
 */
export const mayNavigate = (url: string, origin: string | undefined): boolean => {
  const parsed = URL.parse(url);
  return (
    origin !== undefined &&
    parsed !== null &&
    parsed.protocol === 'http:' &&
    parsed.origin === origin &&
    parsed.username === '' &&
    parsed.password === ''
  );
};

interface Navigation {
  url: string;
  preventDefault(): void;
}

export const limitNavigation = (
  contents: WebContents,
  origin: () => string | undefined,
  onRefused: (url: string) => void,
): void => {
  const check = (event: Navigation): void => {
    if (mayNavigate(event.url, origin())) return;
    event.preventDefault();
    onRefused(event.url);
  };
  contents.on('will-navigate', check);
  contents.on('will-redirect', check);
  contents.on('will-frame-navigate', check);
};
