import type { Failure } from './api.ts';
import { chargePanel } from './charge.ts';
import { el, say, sayAllAgain } from './dom.ts';
import { invoiceList } from './invoices.ts';
import { endSession, readSession } from './session.ts';
import { signInScreen } from './sign-in.ts';
import { chooseLanguage, type Language, language, texts } from './texts.ts';

const refreshMs = 4000;

const languages: Record<Language, { short: string; full: string }> = {
  uk: { short: 'Укр', full: 'Українська' },
  en: { short: 'Eng', full: 'English' },
};

interface Desk {
  username: string;
  element: HTMLElement;
  focus: () => void;
  resume: () => void;
  pause: () => void;
}

let desk: Desk | undefined;

const user = el('span', { class: 'user' });
const signOut = el('button', { type: 'button', class: 'quiet' }, (t) => t.signOut);
const place = el('div', { class: 'place' });

function header(): HTMLElement {
  const choices = (Object.keys(languages) as Language[]).map((id) => {
    const button = el('button', { type: 'button', lang: id, title: languages[id].full }, languages[id].short);
    button.addEventListener('click', () => {
      chooseLanguage(id);
      showLanguage();
    });
    return button;
  });
  const group = el('div', { class: 'languages', role: 'group' }, ...choices);
  say(group, (t) => t.language, 'aria-label');
  return el('header', {}, el('h1', {}, 'Kramar'), group, el('div', { class: 'account' }, user, signOut));
}

function showLanguage(): void {
  document.documentElement.lang = language();
  document.title = texts().title;
  for (const button of document.querySelectorAll('.languages button')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('lang') === language()));
  }
  sayAllAgain(document.body);
}

function showSignIn(why?: Failure): void {
  desk?.pause();
  user.textContent = '';
  signOut.hidden = true;
  const screen = signInScreen({ signedIn: showDesk, why });
  place.replaceChildren(screen.element);
  screen.focus();
}

/** A session that ran out leaves the desk as it was (the amount typed, the invoice just made) for the same user. */
function sessionOver(): void {
  if (!readSession()) return;
  endSession();
  showSignIn({ kind: 'session' });
}

function showDesk(): void {
  const session = readSession();
  if (session) openDesk(session.username);
  else showSignIn();
}

function openDesk(username: string): void {
  if (desk?.username !== username) desk = makeDesk(username);
  user.textContent = username;
  signOut.hidden = false;
  place.replaceChildren(desk.element);
  sayAllAgain(desk.element);
  desk.resume();
  desk.focus();
}

function makeDesk(username: string): Desk {
  const list = invoiceList({ startCharge: () => charge.focus(), sessionOver });
  const charge = chargePanel({ created: () => void list.toFirstPage(), sessionOver });

  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  /** One chain of refreshes at a time; it rests while the page is hidden or nobody is signed in. */
  const run = async () => {
    turn += 1;
    const mine = turn;
    clearTimeout(timer);
    const [{ waitSeconds }] = await Promise.all([list.refresh(), charge.refresh()]);
    if (mine === turn) timer = setTimeout(() => void run(), Math.max(refreshMs, waitSeconds * 1000));
  };
  const pause = () => {
    turn += 1;
    clearTimeout(timer);
  };
  const resume = () => {
    if (document.hidden || !readSession()) return;
    void charge.loadTerminals();
    void run();
  };

  return {
    username,
    element: el('main', { class: 'desk' }, charge.element, list.element),
    focus: charge.focus,
    resume,
    pause,
  };
}

signOut.addEventListener('click', () => {
  endSession();
  showSignIn();
  desk = undefined;
});

document.addEventListener('visibilitychange', () => {
  if (document.hidden) desk?.pause();
  else desk?.resume();
});

document.querySelector('#app')?.append(header(), place);
showLanguage();
showDesk();
