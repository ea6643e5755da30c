import { QRCodeSVG } from 'qrcode.react';

interface QrProps {
  /** The address. */
  value: string;
  /** Name for screen readers; undefined: the text beside it is enough. */
  label?: string;
  /** In pixels; undefined: the style sheet says. */
  size?: number;
  /** The empty margin in modules. The quiet zone of ISO/IEC 18004 is 4; less where the ground around is white. */
  margin?: number;
  /** Error correction; L has the largest modules, for a code that is shown small. */
  level?: 'L' | 'M';
  className?: string | undefined;
}

/** A QR code. Black on white also in the dark scheme: many readers do not recognise an inverted code. */
export const Qr = ({ value, label, size, margin = 0, level = 'M', className }: QrProps) => (
  <QRCodeSVG
    value={value}
    level={level}
    marginSize={margin}
    fgColor="var(--qr-ink)"
    bgColor="var(--qr-ground)"
    {...(size === undefined ? {} : { size })}
    {...(label === undefined ? { 'aria-hidden': true } : { title: label })}
    {...(className === undefined ? {} : { className })}
  />
);
