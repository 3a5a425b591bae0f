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
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    promisify(brotliCompress)(content, quality).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
};
