import { type Failure, failureOf, signIn } from './api.ts';
import { el, say } from './dom.ts';
import { messagePlace } from './message.ts';
import { failureText } from './texts.ts';

export function signInScreen(options: { signedIn: () => void; why?: Failure | undefined }) {
  const username = el('input', {
    id: 'username',
    autocomplete: 'username',
    autocapitalize: 'none',
    spellcheck: 'false',
    required: '',
  });
  const password = el('input', {
    id: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: '',
  });
  const button = el('button', { class: 'primary', type: 'submit' });
  const message = messagePlace();
  const form = el(
    'form',
    { class: 'card stack', novalidate: '', 'aria-labelledby': 'sign-in' },
    el('h2', { id: 'sign-in' }, (t) => t.signIn),
    el(
      'div',
      { class: 'field' },
      el('label', { for: 'username' }, (t) => t.username),
      username,
    ),
    el(
      'div',
      { class: 'field' },
      el('label', { for: 'password' }, (t) => t.password),
      password,
    ),
    message.element,
    button,
  );

  const setBusy = (busy: boolean) => {
    button.disabled = busy;
    say(button, (t) => (busy ? t.entering : t.enter));
  };

  const submit = async () => {
    setBusy(true);
    message.clear();
    try {
      await signIn(username.value.trim(), password.value);
      options.signedIn();
    } catch (error) {
      const failure = failureOf(error);
      message.show((t) => failureText(failure, t));
      setBusy(false);
      if (failure.kind === 'credentials') password.select();
      else button.focus();
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    if (username.value.trim() && password.value) {
      void submit();
    } else {
      message.show((t) => t.credentialsMissing);
      (username.value.trim() ? password : username).focus();
    }
  });

  setBusy(false);
  const { why } = options;
  if (why) message.show((t) => failureText(why, t));
  return { element: el('main', { class: 'sign-in' }, form), focus: () => username.focus() };
}
