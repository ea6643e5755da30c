/** Runs on the pages of the guides: the scheme chosen in Kramar, and the search. */

// The screens keep their scheme under Mantine's key; "auto" and nothing follow the system.
const scheme = localStorage.getItem('mantine-color-scheme-value');
if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;

addEventListener('DOMContentLoaded', () => {
  const input = document.getElementById('search');
  const results = document.getElementById('results');
  const article = document.querySelector('article');
  const other = document.querySelector('[data-other-language]');
  /** The index is read at the first search. */
  let index;

  showExamples();

  const load = () => {
    index ??= fetch(input.dataset.index).then((answer) => answer.json());
    return index;
  };

  const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

  /** Sections with all words, those with a word in the title first. */
  const find = (entries, words) =>
    entries
      .map((entry) => {
        const title = entry.title.toLowerCase();
        const text = entry.text.toLowerCase();
        const isFound = words.every((word) => title.includes(word) || text.includes(word));
        return { entry, score: isFound ? 1 + words.filter((word) => title.includes(word)).length * 10 : 0 };
      })
      .filter(({ score }) => score > 0)
      .sort((one, another) => another.score - one.score)
      .slice(0, 20)
      .map(({ entry }) => entry);

  const BEFORE = 60;
  const AROUND = 180;

  /** The text around the first word, with each word marked. */
  const excerpt = (text, words) => {
    const lower = text.toLowerCase();
    const at = Math.max(
      0,
      Math.min(...words.map((word) => lower.indexOf(word)).filter((each) => each >= 0)) - BEFORE,
    );
    const start = Number.isFinite(at) ? at : 0;
    const part = `${start > 0 ? '…' : ''}${text.slice(start, start + AROUND)}${start + AROUND < text.length ? '…' : ''}`;
    const line = document.createElement('p');
    const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    for (const piece of part.split(new RegExp(`(${pattern})`, 'giu'))) {
      const isMarked = words.includes(piece.toLowerCase());
      const node = isMarked ? document.createElement('mark') : document.createTextNode(piece);
      if (isMarked) node.textContent = piece;
      line.append(node);
    }
    return line;
  };

  const show = async () => {
    const words = wordsOf(input.value);
    const isSearching = words.length > 0;
    results.hidden = !isSearching;
    article.hidden = isSearching;
    if (!isSearching) return results.replaceChildren();
    const entries = await load();
    // Another letter was typed meanwhile.
    if (wordsOf(input.value).join(' ') !== words.join(' ')) return;
    const found = find(entries, words);
    const head = document.createElement('h1');
    head.textContent = found.length === 0 ? input.dataset.none : `${input.dataset.found}: ${found.length}`;
    const list = document.createElement('ul');
    for (const { href, guide, title, text } of found) {
      const link = document.createElement('a');
      link.href = href;
      link.textContent = title;
      const from = document.createElement('small');
      from.textContent = guide;
      const item = document.createElement('li');
      item.append(link, from, excerpt(text, words));
      list.append(item);
    }
    results.replaceChildren(head, ...(found.length === 0 ? [] : [list]));
  };

  const close = () => {
    input.value = '';
    void show();
  };

  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') results.querySelector('a')?.click();
  });
  // A result on this very page changes the hash only.
  results.addEventListener('click', (event) => event.target.closest('a') && close());
  addEventListener('keydown', (event) => {
    if (event.code !== 'Slash' || event.target === input) return;
    event.preventDefault();
    input.focus();
  });
  // The other language opens at the same section.
  other.addEventListener('click', () => {
    other.hash = location.hash;
  });
});

/** Shows the examples in one programming language, the same on all pages; an example without it in its first one. */
function showExamples() {
  const codes = document.getElementById('codes');
  if (!codes) return;
  const groups = [...document.querySelectorAll('.variants')];
  const show = (code) => {
    for (const group of groups) {
      const all = [...group.children];
      const shown = all.find((each) => each.dataset.code === code) ?? all[0];
      for (const each of all) each.hidden = each !== shown;
    }
  };
  const key = 'kramar.code';
  const radios = [...codes.querySelectorAll('input')];
  const chosen = radios.find(({ value }) => value === localStorage.getItem(key)) ?? radios[0];
  chosen.checked = true;
  show(chosen.value);
  codes.hidden = false;
  codes.addEventListener('change', ({ target }) => {
    localStorage.setItem(key, target.value);
    show(target.value);
  });
}
