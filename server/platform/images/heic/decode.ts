import type { OnHeader } from '../serve-photos.ts';
import { UnfitPhoto } from '../unfit.ts';
import { levelsOf } from './levels.ts';
import { type Libheif, type LibheifFunction, startLibheif } from './libheif.ts';
import { profileOf } from './profiles.ts';
import { type CopyRow, type Planes, rowsOf } from './rgb.ts';

const mebipixel = 1024 * 1024;

/** The most pixels that are decoded: more than 8 bits take twice the memory. */
const maxPixels = (bits: number): number => (bits > 8 ? 24 : 48) * mebipixel;

/** Values of libheif's enumerations. */
const colourspaces = { yCbCr: 0, grey: 2, unchanged: 99 };
const chromaUnchanged = 99;
const channels = { luma: 0, blue: 1, red: 2 };
/** How much smaller the planes of colour are, as powers of two: 4:2:0, 4:2:2 and 4:4:4. */
const chromaShifts: Readonly<Record<number, readonly [shiftX: number, shiftY: number]>> = {
  1: [1, 1],
  2: [1, 0],
  3: [0, 0],
};
const errors = { unsupportedFile: 3, unsupportedFeature: 4, outOfMemory: 6, limitExceeded: 1000 };
/** The place of `strict_decoding` in `heif_decoding_options`: with it a damaged photo is refused. */
const strictDecoding = 21;
/** More than the bytes of `heif_image_tiling`. */
const tilingBytes = 128;
/** The places of members of `heif_color_profile_nclx`. */
const nclx = { primaries: 4, transfer: 8, matrix: 12, isFullRange: 16 };

const fourcc = (name: string): number => Buffer.from(name, 'latin1').readUInt32BE();

/** A decoded photo, upright. */
export interface Decoded {
  width: number;
  height: number;
  /** The ICC profile of the colours; null for sRGB. */
  profile: Buffer | null;
  copyRow: CopyRow;
}

/**
 * Decodes the primary image of a HEIC: neither its other pictures, nor depth, gain map or metadata. Rotation, mirroring
 * and cropping are those of its boxes: an orientation in EXIF has no effect in HEIF (ISO/IEC 23008-12).
 * @throws UnfitPhoto
 */
export const decodeHeic = (compiled: WebAssembly.Module, file: Buffer, onHeader: OnHeader): Decoded => {
  const decoder = new Decoder(startLibheif(compiled));
  try {
    return decoder.decode(file, onHeader);
  } catch (error) {
    if (error instanceof UnfitPhoto) throw error;
    // Where libheif does not expect the contents, it throws errors of WebAssembly, or numbers for those of C++.
    throw new UnfitPhoto('photoBroken', String(error));
  }
};

class Decoder {
  readonly #heif: Libheif;
  /** Places in libheif's memory for the results of calls. */
  readonly #error: number;
  readonly #result: number;

  constructor(heif: Libheif) {
    this.#heif = heif;
    this.#error = heif._malloc(12);
    this.#result = heif._malloc(16);
  }

  decode(file: Buffer, onHeader: OnHeader): Decoded {
    const heif = this.#heif;
    const source = heif._malloc(file.length);
    heif.HEAPU8.set(file, source);
    const context = heif._heif_context_alloc();
    heif._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels(8))));
    this.#call('_heif_context_read_from_memory_without_copy', context, source, file.length, 0);
    const handle = this.#get('_heif_context_get_primary_image_handle', context);

    const bits = heif._heif_image_handle_get_luma_bits_per_pixel(handle);
    // Sizes over 2³¹ arrive as negative numbers.
    const width = heif._heif_image_handle_get_ispe_width(handle) >>> 0;
    const height = heif._heif_image_handle_get_ispe_height(handle) >>> 0;
    if (width * height > maxPixels(bits))
      throw new UnfitPhoto('photoTooManyPixels', `${width} × ${height}, ${bits} bits`);
    this.#assertHevc(context, handle);
    const pixels = this.#isGrid(context) ? this.#pixelsOfTiles(context, handle) : width * height;
    if (pixels > maxPixels(bits)) throw new UnfitPhoto('photoTooManyPixels', `tiles of ${pixels} pixels`);
    onHeader(pixels);

    const options = heif._heif_decoding_options_alloc();
    heif.HEAPU8[options + strictDecoding] = 1;
    this.#call('_heif_decode_image', handle, this.#result, colourspaces.unchanged, chromaUnchanged, options);
    const planes = this.#planesOf(this.#read(this.#result));
    const { profile, transfer } = this.#coloursOf(handle);
    const copyRow = rowsOf(planes, levelsOf(planes.bits, transfer));
    return { width: planes.width, height: planes.height, profile, copyRow };
  }

  #typeOf(context: number, item: number): number {
    return this.#heif._heif_item_get_item_type(context, item) >>> 0;
  }

  #isGrid(context: number): boolean {
    const primary = this.#get('_heif_context_get_primary_image_ID', context);
    return this.#typeOf(context, primary) === fourcc('grid');
  }

  /** The pixels of all tiles of a grid. A small picture can have thousands of large tiles beside it, and all are decoded. */
  #pixelsOfTiles(context: number, handle: number): number {
    const heif = this.#heif;
    const tiling = heif._malloc(tilingBytes);
    this.#call('_heif_image_handle_get_image_tiling', handle, 0, tiling);
    const [, columns = 0, rows = 0, tileWidth = 0, tileHeight = 0, width = 0, height = 0] = Array.from(
      { length: 7 },
      (_, index) => this.#read(tiling + index * 4),
    );
    if (columns !== Math.ceil(width / tileWidth) || rows !== Math.ceil(height / tileHeight))
      throw new UnfitPhoto('photoBroken', `${columns} × ${rows} tiles for ${width} × ${height}`);
    let pixels = 0;
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        const id = this.#get('_heif_image_handle_get_grid_image_tile_id', handle, 0, column, row);
        const tile = this.#get('_heif_context_get_image_handle', context, id);
        pixels +=
          (heif._heif_image_handle_get_ispe_width(tile) >>> 0) *
          (heif._heif_image_handle_get_ispe_height(tile) >>> 0);
        heif._heif_image_handle_release(tile);
      }
    }
    return pixels;
  }

  #assertHevc(context: number, handle: number): void {
    const item = this.#isGrid(context)
      ? this.#get('_heif_image_handle_get_grid_image_tile_id', handle, 0, 0, 0)
      : this.#get('_heif_context_get_primary_image_ID', context);
    if (this.#typeOf(context, item) !== fourcc('hvc1'))
      throw new UnfitPhoto('photoType', 'The primary image is not HEVC.');
  }

  #planesOf(image: number): Planes {
    const heif = this.#heif;
    const { luma, blue, red } = channels;
    const colourspace = heif._heif_image_get_colorspace(image);
    const shifts = chromaShifts[heif._heif_image_get_chroma_format(image)];
    if (colourspace !== colourspaces.grey && (colourspace !== colourspaces.yCbCr || !shifts))
      throw new UnfitPhoto('photoType', `colour space ${colourspace}`);

    const width = heif._heif_image_get_width(image, luma);
    const height = heif._heif_image_get_height(image, luma);
    const bits = heif._heif_image_get_bits_per_pixel_range(image, luma);
    const plane = (channel: number, shiftX: number, shiftY: number) => {
      const columns = Math.ceil(width / 2 ** shiftX);
      if (
        heif._heif_image_get_bits_per_pixel_range(image, channel) !== bits ||
        heif._heif_image_get_width(image, channel) < columns ||
        heif._heif_image_get_height(image, channel) < Math.ceil(height / 2 ** shiftY)
      )
        throw new UnfitPhoto('photoBroken', 'Its planes do not match.');
      const start = heif._heif_image_get_plane_readonly(image, channel, this.#result);
      const stride = this.#read(this.#result);
      return (row: number) =>
        bits > 8
          ? new Uint16Array(heif.HEAPU8.buffer, start + row * stride, columns)
          : new Uint8Array(heif.HEAPU8.buffer, start + row * stride, columns);
    };
    const chroma = shifts && {
      blue: plane(blue, ...shifts),
      red: plane(red, ...shifts),
      shiftX: shifts[0],
      shiftY: shifts[1],
    };
    return { width, height, bits, luma: plane(luma, 0, 0), chroma: chroma ?? null, ...this.#matrixOf(image) };
  }

  /**
   * libheif has no numbers only for a bitstream with full range and no matrix, as of phones before iOS 13; BT.601 is the
   * usual one. It converts a bitstream with limited range to full range.
   */
  #matrixOf(image: number): Pick<Planes, 'matrix' | 'isFullRange'> {
    this.#heif._heif_image_get_nclx_color_profile(this.#error, image, this.#result);
    if (this.#read(this.#error) !== 0) return { matrix: 6, isFullRange: true };
    const numbers = this.#read(this.#result);
    return {
      matrix: this.#read(numbers + nclx.matrix),
      isFullRange: this.#heif.HEAPU8[numbers + nclx.isFullRange] !== 0,
    };
  }

  /** The profile of a handle, and the number of its transfer characteristics in ITU-T H.273 where there is no profile. */
  #coloursOf(handle: number): { profile: Buffer | null; transfer: number } {
    const heif = this.#heif;
    const type = heif._heif_image_handle_get_color_profile_type(handle);
    if (type === fourcc('prof') || type === fourcc('rICC')) {
      const length = heif._heif_image_handle_get_raw_color_profile_size(handle);
      const start = heif._malloc(length);
      this.#call('_heif_image_handle_get_raw_color_profile', handle, start);
      return { profile: Buffer.from(heif.HEAPU8.subarray(start, start + length)), transfer: 0 };
    }
    if (type !== fourcc('nclx')) return { profile: null, transfer: 0 };
    const numbers = this.#get('_heif_image_handle_get_nclx_color_profile', handle);
    return {
      profile: profileOf(this.#read(numbers + nclx.primaries)),
      transfer: this.#read(numbers + nclx.transfer),
    };
  }

  #read(address: number): number {
    return Buffer.from(this.#heif.HEAPU8.buffer, address, 4).readUInt32LE();
  }

  /** Calls a function that returns an error; its structure is the first parameter. */
  #call(name: LibheifFunction, ...values: number[]): void {
    this.#heif[name](this.#error, ...values);
    const [code, subcode] = [this.#read(this.#error), this.#read(this.#error + 4)];
    if (code === 0) return;
    const detail = `${name}: error ${code}, ${subcode}`;
    if (code === errors.outOfMemory || subcode === errors.limitExceeded)
      throw new UnfitPhoto('photoTooManyPixels', detail);
    const isUnsupported = code === errors.unsupportedFile || code === errors.unsupportedFeature;
    throw new UnfitPhoto(isUnsupported ? 'photoType' : 'photoBroken', detail);
  }

  /** Calls a function whose last parameter is the place of its result. */
  #get(name: LibheifFunction, ...values: number[]): number {
    this.#call(name, ...values, this.#result);
    return this.#read(this.#result);
  }
}
