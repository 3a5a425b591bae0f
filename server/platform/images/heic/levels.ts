/** Transfer characteristics of ITU-T H.273. */
const transfers = { pq: 16, hlg: 18 };

/** The luminance of white paper in HDR photos, in cd/m² (ITU-R BT.2408). */
const paperWhite = 203;

/** Light of a PQ signal, 1 being paper white (SMPTE ST 2084). */
const lightOfPq = (signal: number): number => {
  const [m1, m2, c1, c2, c3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875];
  const power = signal ** (1 / m2);
  return (10_000 * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1)) / paperWhite;
};

/** Light of an HLG signal on a screen of 1000 cd/m², 1 being paper white (ITU-R BT.2100). */
const lightOfHlg = (signal: number): number => {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene = signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12;
  return (1000 * scene ** 1.2) / paperWhite;
};

const knee = 0.5;

/** Keeps dark and medium tones, and compresses light above the knee so that highlights stay distinct. */
const toneMap = (light: number): number =>
  light <= knee ? light : 1 - (1 - knee) * Math.exp((knee - light) / (1 - knee));

/** Encodes light as sRGB (IEC 61966-2-1). */
const encode = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

/** The 8-bit value of each value with this many bits, rounded; HDR is tone-mapped channel by channel. */
export const levelsOf = (bits: number, transfer: number): Uint8Array => {
  const isHdr = transfer === transfers.pq || transfer === transfers.hlg;
  const lightOf = transfer === transfers.pq ? lightOfPq : lightOfHlg;
  const max = 2 ** bits - 1;
  return Uint8Array.from({ length: max + 1 }, (_, value) => {
    const signal = value / max;
    return Math.round(255 * (isHdr ? encode(toneMap(lightOf(signal))) : signal));
  });
};
