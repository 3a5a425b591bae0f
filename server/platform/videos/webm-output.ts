import { elementsIn, ids, readElement } from './elements.ts';
import type { TargetFile } from './target-file.ts';

/** How many first bytes contain the description of the segment. */
const startSize = 64 * 1024;

/** Replaces the library's name, which the format requires, by one that tells nothing. */
export const finishWebm = (written: TargetFile): void => {
  const bytes = written.read(0, Buffer.alloc(startSize));
  const segment = readElement(bytes, readElement(bytes, 0, written.size).end, written.size);
  for (let at = segment.body; ; ) {
    const element = readElement(bytes, at, written.size);
    at = element.end;
    if (element.id !== ids.info) continue;
    for (const { id, body, end } of elementsIn(bytes, element.body, element.end)) {
      if (id !== ids.muxingApp && id !== ids.writingApp) continue;
      const name = Buffer.alloc(end - body);
      name.write('Circle');
      written.write(name, body);
    }
    return;
  }
};
