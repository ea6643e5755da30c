import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type { FocusEvent } from 'react';

/**
 * The look of Kramar. One accent (ink), and one colour per status of an invoice; every text has a contrast of at least
 * 4.5 to 1 in both schemes (WCAG 2.2, 1.4.3), which axe checks on every screen.
 */

const ink: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5fb',
  '#b5c8f4',
  '#8ca9ec',
  '#6a8ee6',
  '#527de3',
  '#3b6bdb',
  '#2457c5',
  '#1d48a6',
  '#143682',
];

/** Foregrounds and backgrounds of the statuses of an invoice. */
const TONES = {
  waiting: { light: ['#1d48a6', '#e7eefc'], dark: ['#a9c2f7', '#1f2c4a'] },
  working: { light: ['#7a4d00', '#fff1d6'], dark: ['#f3c873', '#3d2f12'] },
  paid: { light: ['#146c33', '#e0f5e6'], dark: ['#86dba1', '#163524'] },
  failed: { light: ['#a61b1b', '#fde8e8'], dark: ['#ffa8a8', '#442022'] },
  returned: { light: ['#6b2fa0', '#f3e8fc'], dark: ['#d5b0f7', '#35224a'] },
  over: { light: ['#495057', '#eceef1'], dark: ['#bcc2c9', '#2c3035'] },
} as const;
export type Tone = keyof typeof TONES;

const tones = (scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(TONES).flatMap(([name, tone]) => [
      [`--tone-${name}`, tone[scheme][0]],
      [`--tone-${name}-ground`, tone[scheme][1]],
    ]),
  );

/** Corrects the contrast of Mantine's variables and adds Kramar's own. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    /** Large enough for touch. */
    '--control-large': '3.25rem',
    /** No screen grows wider than a table can be read across. */
    '--content-max': '92rem',
    '--qr-ground': '#ffffff',
    '--qr-ink': '#000000',
  },
  light: {
    ...tones('light'),
    '--mantine-color-dimmed': '#525a63',
    '--mantine-color-placeholder': '#636c76',
    '--mantine-color-disabled-color': '#636c76',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#1d48a6',
    '--mantine-color-body': '#ffffff',
    '--surface': '#ffffff',
    '--ground': '#f6f7f9',
    '--line': '#dfe3e8',
    '--input': '#ffffff',
    '--chart-now': '#1d48a6',
    '--chart-before': '#8b94a0',
    '--chart-pointed': '#adb5bd26',
    '--paid-screen': '#12702f',
    '--failed-screen': '#a61b1b',
    '--busy-screen': '#4a5058',
    '--doubt-screen': '#7a4d00',
  },
  dark: {
    ...tones('dark'),
    '--mantine-color-ink-light': '#1f2c4a',
    '--mantine-color-ink-light-hover': '#26355a',
    '--mantine-color-text': '#e4e7ea',
    '--mantine-color-dimmed': '#a3abb5',
    '--mantine-color-placeholder': '#9aa2ac',
    '--mantine-color-disabled-color': '#9aa2ac',
    '--mantine-color-error': '#ff9b92',
    '--mantine-color-anchor': '#a9c2f7',
    '--mantine-color-body': '#1d2025',
    '--surface': '#1d2025',
    '--ground': '#15171b',
    '--line': '#343941',
    '--input': '#262a31',
    '--chart-now': '#a9c2f7',
    '--chart-before': '#6b7683',
    '--chart-pointed': '#69696926',
    '--paid-screen': '#12702f',
    '--failed-screen': '#a61b1b',
    '--busy-screen': '#4a5058',
    '--doubt-screen': '#7a4d00',
  },
});

/** Mantine makes the head of a window a <header>, which reads as a second banner of the page. */
const NO_BANNER = { role: 'presentation' };

const DIALOG_TITLE = { fontWeight: 650 };

/** A button as wide as its form cannot grow with its text: on a phone a long one takes two lines. */
const WRAPPED = {
  root: { height: 'auto', minHeight: 'var(--button-height)' },
  label: { height: 'auto', whiteSpace: 'normal', lineHeight: 1.3 },
};

/**
 * Mantine puts the focus on what is marked with data-autofocus, or the first field, by timers, which a busy computer runs
 * after the first keys: what was typed then went on in another field. Marked is what has the focus.
 */
const markFocused = ({ currentTarget, target }: FocusEvent<HTMLElement>): void => {
  // React hands on what happens in a dialog above, too.
  if (!currentTarget.contains(target)) return;
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]'))
    marked.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', 'true');
};

/** Until those timers run, the keys for a menu that is open go to its button, which closes it: what is marked is focused at once. */
const focusMarked = (opened: HTMLElement | null): void =>
  opened?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });

const KEEPS_FOCUS = { defaultProps: { onFocusCapture: markFocused } };
const TAKES_FOCUS = { defaultProps: { onFocusCapture: markFocused, ref: focusMarked } };

export const theme = createTheme({
  colors: { ink },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: "'Inter Variable', system-ui, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, monospace",
  headings: { fontWeight: '650', sizes: { h2: { fontSize: '1.375rem' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Plain objects: Button.extend() would have the sign-in load every component that is named here.
  components: {
    Badge: { defaultProps: { radius: 'sm', tt: 'none', fw: 600 } },
    Chip: { defaultProps: { variant: 'light' } },
    Button: {
      defaultProps: { loaderProps: { type: 'dots' } },
      styles: (_: unknown, { fullWidth }: { fullWidth?: boolean }) => (fullWidth ? WRAPPED : {}),
    },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        attributes: { header: NO_BANNER },
      },
      styles: { title: DIALOG_TITLE },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        overlayProps: { backgroundOpacity: 0.35 },
        attributes: { header: NO_BANNER },
      },
      styles: { title: DIALOG_TITLE },
    },
    ModalRoot: KEEPS_FOCUS,
    DrawerRoot: KEEPS_FOCUS,
    PopoverDropdown: TAKES_FOCUS,
    MenuDropdown: TAKES_FOCUS,
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    // Mantine's clear button of a Select has no name of its own.
    Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
    TextInput: { defaultProps: { autoComplete: 'off' } },
    // Mantine's grey under a title falls short of 4.5 to 1.
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    NumberInput: { defaultProps: { hideControls: true } },
    DatePickerInput: { defaultProps: { firstDayOfWeek: 1 } },
  },
});
