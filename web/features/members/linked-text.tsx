import { splitLinks } from '../../../contract/text/links.ts';

/** A text whose web addresses are links. The page that opens does not learn where its visitor came from. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((piece, at) =>
    'words' in piece ? (
      piece.words
    ) : (
      <a key={at} className="link" href={piece.link} target="_blank" rel="noreferrer">
        {piece.link}
      </a>
    ),
  );
}
