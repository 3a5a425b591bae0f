import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../form/button.tsx';
import { lazyComponent } from '../hooks/lazy-component.tsx';

export interface MenuItem {
  key: string;
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  tone?: 'danger';
  disabled?: boolean;
  /** Below a line. */
  isApart?: boolean;
  /** Given on the items among which one is chosen. */
  checked?: boolean;
}

interface MenuProps {
  trigger: { icon: LucideIcon; label: string };
  items: readonly MenuItem[];
  /** The menu opens when it is first drawn. */
  open?: boolean;
  /** The list is drawn beside the button, in what keeps the focus inside; by default at the end of the page. */
  inPlace?: boolean;
}

const MenuList = lazyComponent(() => import('./menu-list.tsx'));

/** Loads the code of the list, when the pointer or the focus comes near a menu. */
export const preloadMenu = MenuList.preload;

/** A menu behind a button. The machinery of the list is loaded when the pointer or the focus comes near. */
export function Menu({ trigger, items, open = false, inPlace }: MenuProps) {
  const [wanted, setWanted] = useState(open);
  const button = (props: object): ReactNode => <IconButton {...props} {...trigger} aria-haspopup="menu" />;
  const idle = button({
    onClick: () => setWanted(true),
    onPointerEnter: preloadMenu,
    onFocus: preloadMenu,
  });
  if (!wanted) return idle;
  return <MenuList trigger={button({})} items={items} inPlace={inPlace} fallback={idle} />;
}
