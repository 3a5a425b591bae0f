const megabyte = 1024 * 1024;

/** Limits of one mail. Beyond the first five it is not read; of the others, the rest is left out. */
export const mailLimits = {
  bytes: 25 * megabyte,
  headerBytes: 256 * 1024,
  parts: 200,
  nesting: 20,
  lines: 500_000,
  signatures: 5,
  photos: 20,
  addresses: 50,
  references: 100,
  /** Longer than what a member may share, so that the server can refuse it in words. */
  textLength: 20_000,
  subjectLength: 500,
  nameLength: 200,
} as const;

/** Names of DNS records that the server looks up for a mail: without labels that are empty or too long (RFC 1035). */
export const keyNamePattern =
  /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.){1,20}_domainkey(?:\.[a-z0-9-]{1,63}){1,20}$/;
