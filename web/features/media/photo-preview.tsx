import { Image } from 'lucide-react';
import { useState } from 'react';

interface PhotoPreviewProps {
  src: string;
  alt: string;
  /** The name of the photo's file. */
  name: string;
}

/** A photo before its upload. A browser that cannot show it, such as a HEIC in Chromium, shows its name instead. */
export function PhotoPreview({ src, alt, name }: PhotoPreviewProps) {
  // The address that failed, not a flag: another photo gets a new chance.
  const [failed, setFailed] = useState<string>();
  if (failed !== src) return <img src={src} alt={alt} onError={() => setFailed(src)} />;
  return (
    <span className="gone">
      <Image aria-hidden="true" />
      {name}
    </span>
  );
}
