import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const pressed = /\.(?:js|css|html|svg|json|webmanifest)$/;
const smallest = 512;

/** Writes `.br` and `.gz` beside each text file of the build, so that the server never compresses. */
export const precompress = (): Plugin => {
  let folder = '';
  return {
    name: 'circle-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = config.build.outDir.startsWith('/')
        ? config.build.outDir
        : join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const files = await readdir(folder, { recursive: true });
        await Promise.all(
          files.filter((file) => pressed.test(file)).map((file) => press(join(folder, file))),
        );
      },
    },
  };
};

const press = async (file: string): Promise<void> => {
  const content = await readFile(file);
  if (content.length < smallest) return;
  const inMode = (mode: number) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: mode,
      },
    });
  // The mode for fonts only counts distances in other steps, which is smaller for most scripts.
  const pressInBoth = async () => {
    const modes = [inMode(constants.BROTLI_MODE_GENERIC), inMode(constants.BROTLI_MODE_FONT)] as const;
    const [generic, font] = await Promise.all(modes);
    await writeFile(`${file}.br`, font.length < generic.length ? font : generic);
  };
  await Promise.all([
    pressInBoth(),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
};
