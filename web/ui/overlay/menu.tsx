import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../form/button.tsx';
import { IconButton } from '../form/icon-button.tsx';
import { lazyComponent } from '../hooks/lazy-component.tsx';

/** Milliseconds until a dialog that a menu opened has returned the focus to the menu, which may then be removed. */
export const focusReturnMs = 50;

export interface MenuItem {
  key: string;
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  tone?: 'danger';
  disabled?: boolean;
  /** Given on every item, the menu is a choice of one. */
  checked?: boolean;
}

interface MenuProps {
  /** The trigger: an icon or a word, each with its accessible name. */
  trigger: { icon: LucideIcon; label: string } | { text: string; label: string };
  items: readonly MenuItem[];
  /** The menu opens when it is first drawn. */
  open?: boolean;
}

const MenuList = lazyComponent(() => import('./menu-list.tsx'));

/** Loads the code of the list, when the pointer or the focus comes near a menu. */
export const preloadMenu = MenuList.preload;

/** A menu behind a button. The machinery of the list is loaded when the pointer or the focus comes near. */
export function Menu({ trigger, items, open = false }: MenuProps) {
  const [wanted, setWanted] = useState(open);
  const button = (props: object): ReactNode =>
    'icon' in trigger ? (
      <IconButton {...props} icon={trigger.icon} label={trigger.label} aria-haspopup="menu" />
    ) : (
      <Button {...props} kind="ghost" size="sm" aria-label={trigger.label} aria-haspopup="menu">
        {trigger.text}
        <ChevronDown aria-hidden="true" />
      </Button>
    );
  const idle = button({
    onClick: () => setWanted(true),
    onPointerEnter: preloadMenu,
    onFocus: preloadMenu,
  });
  if (!wanted) return idle;
  return <MenuList trigger={button({})} items={items} fallback={idle} />;
}
