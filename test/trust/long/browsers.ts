import { existsSync } from 'node:fs';
import type { Driver } from '../../browser/other/driver.ts';
import { openFirefox } from '../../browser/other/firefox.ts';
import { walk } from '../../browser/other/walk.ts';
import { openWebKit } from '../../browser/other/webkit.ts';
import type { Part, Row } from './rows.ts';

interface Other {
  name: string;
  what: string;
  /** The required programs, and the Debian packages that contain them. */
  programs: readonly string[];
  packages: string;
  open: () => Promise<Driver>;
}

const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

const partOf = ({ name, what, programs, packages, open }: Other): Part => {
  const row = { what, inTests: 'in Chromium' };
  return {
    name,
    rows: [row],
    run: async (): Promise<Row[]> => {
      if (!programs.every((program) => existsSync(program)))
        return [{ ...row, figure: `not here: apt-get install ${packages}`, holds: null }];
      const { worked, trouble } = await walk(await open());
      if (trouble) console.log(trouble);
      return [{ ...row, figure: worked.join(', '), holds: trouble === null }];
    },
  };
};

export const firefox = partOf({
  name: 'firefox',
  what: 'the most important steps in Firefox, as wide as a phone (WebDriver BiDi)',
  programs: ['/usr/bin/firefox-esr'],
  packages: 'firefox-esr',
  open: () => openFirefox('/usr/bin/firefox-esr'),
});

export const webkit = partOf({
  name: 'webkit',
  what: 'the most important steps in WebKit, as wide as a phone (WebDriver)',
  programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', library],
  packages: 'webkit2gtk-driver xvfb',
  open: () => openWebKit('/usr/bin/WebKitWebDriver', library),
});
