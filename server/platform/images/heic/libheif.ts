import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// libheif-js has typings for its methods only, so this is the checked border to it. The library stays outside of the
// bundle, where anybody can replace it, as its licence (LGPL) demands.
const require = createRequire(import.meta.url);
const library = 'libheif-js/libheif-wasm/libheif';

const names = [
  '_malloc',
  '_heif_context_alloc',
  '_heif_context_read_from_memory_without_copy',
  '_heif_context_set_maximum_image_size_limit',
  '_heif_context_get_image_handle',
  '_heif_context_get_primary_image_handle',
  '_heif_context_get_primary_image_ID',
  '_heif_decode_image',
  '_heif_decoding_options_alloc',
  '_heif_image_get_bits_per_pixel_range',
  '_heif_image_get_chroma_format',
  '_heif_image_get_colorspace',
  '_heif_image_get_height',
  '_heif_image_get_nclx_color_profile',
  '_heif_image_get_plane_readonly',
  '_heif_image_get_width',
  '_heif_image_handle_get_color_profile_type',
  '_heif_image_handle_get_grid_image_tile_id',
  '_heif_image_handle_get_image_tiling',
  '_heif_image_handle_get_ispe_height',
  '_heif_image_handle_get_ispe_width',
  '_heif_image_handle_get_luma_bits_per_pixel',
  '_heif_image_handle_get_nclx_color_profile',
  '_heif_image_handle_get_raw_color_profile',
  '_heif_image_handle_get_raw_color_profile_size',
  '_heif_image_handle_release',
  '_heif_item_get_item_type',
] as const;

export type LibheifFunction = (typeof names)[number];

/** An instance of libheif: its functions take and return numbers and addresses in its memory. */
export type Libheif = Record<LibheifFunction, (...values: number[]) => number> & {
  /** The memory. It is another array after each growth. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
};

const isLibheif = (module: unknown): module is Libheif =>
  typeof module === 'object' &&
  module !== null &&
  'HEAPU8' in module &&
  module.HEAPU8 instanceof Uint8Array &&
  names.every((name) => typeof Reflect.get(module, name) === 'function');

const isFactory = (value: unknown): value is (options: object) => unknown => typeof value === 'function';

const memorySection = 5;

/**
 * Replaces the maximum in the memory section of a WebAssembly binary, so that the memory never grows beyond it. In
 * libheif's build the maximum has three bytes (LEB128).
 */
const withMemoryLimit = (binary: Buffer<ArrayBuffer>, pages: number): Buffer<ArrayBuffer> => {
  const readNumber = (from: number): { value: number; next: number } => {
    let value = 0;
    for (let at = from; ; at++) {
      const byte = binary.readUInt8(at);
      value += (byte & 127) * 128 ** (at - from);
      if (byte < 128) return { value, next: at + 1 };
    }
  };
  for (let at = 8; at < binary.length; ) {
    const id = binary.readUInt8(at);
    const { value: length, next } = readNumber(at + 1);
    if (id === memorySection) {
      const maximum = readNumber(next + 2).next;
      if (binary.readUInt8(next + 1) !== 1 || readNumber(maximum).next !== maximum + 3) break;
      const limited = Buffer.from(binary);
      limited.set([(pages & 127) | 128, ((pages >> 7) & 127) | 128, (pages >> 14) & 127], maximum);
      return limited;
    }
    at = next + length;
  }
  throw new Error('The memory section of libheif is not as expected.');
};

/** The most memory in MiB: a photo of 48 megapixels with 8 bits, or 24 with more, takes up to 225. */
const maxMemory = 256;

export const compileLibheif = (): WebAssembly.Module =>
  new WebAssembly.Module(withMemoryLimit(readFileSync(require.resolve(`${library}.wasm`)), maxMemory * 16));

/** Starts libheif with an empty memory. */
export const startLibheif = (compiled: WebAssembly.Module): Libheif => {
  const create: unknown = require(`${library}.js`);
  if (!isFactory(create)) throw new TypeError('libheif is not as expected.');
  const module = create({
    instantiateWasm: (imports: WebAssembly.Imports, started: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      started(instance);
      return instance.exports;
    },
    print: () => undefined,
    printErr: () => undefined,
  });
  if (!isLibheif(module)) throw new TypeError('libheif is not as expected.');
  return module;
};
