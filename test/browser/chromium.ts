import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The system's: none is downloaded. */
const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGUMENTS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

export function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? EXECUTABLES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium is installed. CHROMIUM names one in another place.');
  return chromium.launch({ executablePath, args: ARGUMENTS.split(' ') });
}
