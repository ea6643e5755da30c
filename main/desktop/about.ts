import type { AboutPanelOptionsOptions } from 'electron';
import { version } from '../../shared/version.ts';
import type { Texts } from './texts.ts';

export const aboutPanel = ({ about }: Texts, icon: string): AboutPanelOptionsOptions => ({
  applicationName: 'Kramar',
  applicationVersion: version,
  // macOS would show the number of the build beside it.
  version: '',
  credits: about.credits,
  copyright: 'MIT License',
  iconPath: icon,
});
