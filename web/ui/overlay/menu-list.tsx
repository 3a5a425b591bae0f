// Separate from menu.tsx: loads when the pointer or the focus comes near the menu.
import { Check } from 'lucide-react';
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Fragment, type ReactNode, useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import type { MenuItem } from './menu.tsx';
import './overlays.css';

interface MenuListProps {
  trigger: ReactNode;
  items: readonly MenuItem[];
  inPlace?: boolean | undefined;
}

/** The list behind `Menu`. It opens immediately, because it is drawn after a press. */
export default function MenuList({ trigger, items, inPlace = false }: MenuListProps) {
  const Around = inPlace ? Fragment : DropdownMenu.Portal;
  const [open, setOpen] = useState(true);
  useCloseOnBack(open, () => setOpen(false));
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <Around>
        <DropdownMenu.Content className="menu floating" align="end" sideOffset={4} collisionPadding={8} loop>
          <DropdownMenu.RadioGroup value={items.find((item) => item.checked)?.key ?? ''}>
            {items.map((item) => (
              <Row key={item.key} item={item} />
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </Around>
    </DropdownMenu.Root>
  );
}

function Row({ item }: { item: MenuItem }) {
  const { icon: Icon, label, onSelect, tone, disabled = false, checked, isApart = false } = item;
  const className = `item ${tone === 'danger' ? 'del' : ''} ${isApart ? 'apart' : ''}`.trim();
  const content = (
    <>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {label}
      {checked ? <Check aria-hidden="true" className="tick" /> : null}
    </>
  );
  if (checked === undefined) {
    return (
      <DropdownMenu.Item className={className} disabled={disabled} onSelect={onSelect}>
        {content}
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.RadioItem className={className} value={item.key} disabled={disabled} onSelect={onSelect}>
      {content}
    </DropdownMenu.RadioItem>
  );
}
