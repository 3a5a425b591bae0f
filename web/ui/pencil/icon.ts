import { type ComponentProps, createElement } from 'react';

interface IconData {
  name: string;
  node: readonly [tag: string, attributes: object][];
}

/** Makes an icon of lucide-react, without the settings and guesses that ours need none of: 2 KB of the first screen. */
export default function createIcon({ name, node }: IconData) {
  return ({ size = 24, className = '', children, ...rest }: ComponentProps<'svg'> & { size?: number }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trim(),
        'aria-hidden': true,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    );
}
