import { type Texts, texts } from './texts.ts';

/** A text in whichever language is chosen. */
export type Say = (t: Texts) => string;

type Child = Node | string;

/** Who says what, so that a change of language reaches what is on the screen and leaves focus and input alone. */
const sayings = new WeakMap<Element, Map<string, Say>>();

const content = '#text';

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | Say> = {},
  ...children: (Child | Say)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') say(element, value, name);
    else element.setAttribute(name, value);
  }
  for (const child of children) element.append(typeof child === 'function' ? spoken(child) : child);
  return element;
}

function spoken(text: Say): HTMLElement {
  const span = document.createElement('span');
  say(span, text);
  return span;
}

/** Sets the text of an element (or of an attribute) now and at every change of language. */
export function say(element: Element, text: Say, attribute = content): void {
  const own = sayings.get(element) ?? new Map<string, Say>();
  sayings.set(element, own.set(attribute, text));
  utter(element, attribute, text);
}

export function hush(element: Element): void {
  sayings.get(element)?.delete(content);
  element.textContent = '';
}

export function sayAllAgain(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const [attribute, text] of sayings.get(element) ?? []) utter(element, attribute, text);
  }
}

function utter(element: Element, attribute: string, text: Say): void {
  const next = text(texts());
  if (attribute !== content) element.setAttribute(attribute, next);
  // Set again, the same words would be read out again.
  else if (element.textContent !== next) element.textContent = next;
}
