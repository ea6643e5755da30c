/** Short generated tones: paid rises, failed falls, a scan is one. */
const TONES = { paid: [660, 880], failed: [330, 220], scanned: [990] } as const;
const TONE_S = 0.16;

let context: AudioContext | undefined;

/** Opens the sound card: the first time that takes up to half a second, in which the page shows nothing new. */
export const prepareSound = (): void => {
  try {
    context ??= new AudioContext();
  } catch {
    // As in `playSound`.
  }
};

/** Plays a sound; silent where the browser requires a user gesture first. */
export const playSound = (name: keyof typeof TONES): void => {
  try {
    context ??= new AudioContext();
    const audio = context;
    void audio.resume();
    TONES[name].forEach((frequency, index) => {
      const start = audio.currentTime + index * TONE_S;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.25, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + TONE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + TONE_S);
    });
  } catch {
    // No sound card or no permission: the screen shows the same.
  }
};
