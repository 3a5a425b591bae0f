/** The error for a refused photo; its `reason` is a key of the contract's messages. */
export class UnfitPhoto extends Error {
  override name = 'Unfit';
  readonly reason: 'photoBroken' | 'photoTooManyPixels' | 'photoType';

  constructor(reason: UnfitPhoto['reason'], detail: string) {
    super(detail);
    this.reason = reason;
  }
}
