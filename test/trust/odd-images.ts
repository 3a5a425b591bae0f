import { gridItems, heic, readEncoded } from '../harness/heic.ts';
import { bomb, grainy } from '../../server/platform/images/photos.test-peer.ts';

/** A random generator that gives the same numbers for the same seed. */
export const numbers = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.broken=1</script></svg>');
const html = Buffer.from('<html><script>window.broken=1</script></html>');
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]);

/** Valid photos of each type; odd images are made from them. */
export const soundPhotos = async (): Promise<Buffer[]> => {
  const photo = await grainy(160, 120);
  return [
    await photo.clone().jpeg().toBuffer(),
    await photo.clone().png().toBuffer(),
    await photo.clone().webp().toBuffer(),
    await photo.clone().jpeg({ progressive: true }).toBuffer(),
    heic(gridItems(readEncoded('p3.heic'), 2, 1)),
  ];
};

/** A file that is not simply a valid photo: mutated, truncated, a bomb, a polyglot, or disguised. */
export const oddImage = async (sound: readonly Buffer[], at: number): Promise<Buffer> => {
  const draw = numbers(at + 1);
  const bytes = Buffer.from(sound[Math.floor(at / 10) % sound.length] ?? Buffer.alloc(0));
  switch (at % 10) {
    case 0:
      return bytes.subarray(0, draw(bytes.length));
    case 1:
      return Buffer.concat([bytes, html]);
    case 2:
      return Buffer.concat([jpegStart, html]);
    case 3:
      return draw(2) === 0 ? svg : html;
    case 4:
      return at % 50 === 4
        ? bomb(16_000, 16_000)
        : bomb(draw(3_000) + 1, draw(3_000) + 1).subarray(0, draw(400) + 60);
    case 5:
      // The file starts with bytes of another type, before the middle of this one.
      return Buffer.concat([(sound[at % sound.length] ?? bytes).subarray(0, 24), bytes.subarray(24)]);
    case 6:
      return (await grainy(64, 48)).gif().toBuffer();
    default: {
      for (let change = 0; change <= draw(12); change += 1) bytes[draw(bytes.length)] = draw(256);
      return bytes;
    }
  }
};
