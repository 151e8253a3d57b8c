import { Combobox } from '@base-ui/react/combobox';
import { useState } from 'react';
import type { Named } from '../lib/format.ts';
import { general, ui as t } from '../texts/first.ts';
import { ChevronsUpDown, X } from './icons.ts';
import { found, type Item, useOthers } from './names.ts';

export interface ComboProps {
  id: string;
  options: readonly Item[];
  /** What they are, where there may be more than are given. */
  named?: Named | undefined;
  /** What is chosen at first; where `value` is given, what is chosen now. */
  first?: readonly string[];
  multiple?: boolean | undefined;
  /** Under this name the choice goes along with a form. */
  name?: string;
  placeholder?: string | undefined;
  canClear?: boolean;
  onChange?: (chosen: string[]) => void;
  [aria: `aria-${string}`]: string | boolean | undefined;
}

/** Some of many, found by typing. */
export default function Combo({
  id,
  options: given,
  named,
  first = [],
  multiple,
  name,
  placeholder,
  canClear,
  onChange,
  ...aria
}: ComboProps) {
  const [chosen, setChosen] = useState<readonly string[]>(first);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const options = [...given, ...useOthers(named, given, typed)];
  const choose = (next: string | string[] | null) => {
    const list = [next ?? []].flat();
    setChosen(list);
    onChange?.(list);
  };
  const textOf = (value: string) => options.find(([one]) => one === value)?.[1] ?? found.get(value) ?? value;
  const common = {
    onInputValueChange: setTyped,
    onOpenChange: (next: boolean) => setOpen(next),
    items: options.map(([value]) => value),
    itemToStringLabel: textOf,
  };
  const content = (
    <>
      <Combobox.InputGroup className="combo">
        {multiple && (
          <Combobox.Chips className="hidden-chips" render={<span style={{ display: 'contents' }} />}>
            {chosen.map((value) => (
              <Combobox.Chip key={value} className="tag" aria-label={textOf(value)}>
                {textOf(value)}
                <Combobox.ChipRemove aria-label={general.removeNamed(textOf(value))}>
                  <X aria-hidden />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
          </Combobox.Chips>
        )}
        <Combobox.Input
          {...aria}
          id={id}
          // Escape closes the list, then what the box is in; it does not empty the box.
          onKeyDown={(event) => event.key === 'Escape' && !isOpen && event.preventBaseUIHandler()}
          placeholder={chosen.length > 0 && multiple ? '' : (placeholder ?? t.searchMore)}
        />
        {!multiple && chosen.length > 0 && canClear && (
          <Combobox.Clear aria-label={general.clear}>
            <X aria-hidden />
          </Combobox.Clear>
        )}
        {/* The arrows open the list from within the box. */}
        <Combobox.Trigger aria-label={t.showAll} tabIndex={-1}>
          <ChevronsUpDown aria-hidden />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="positioner">
          <Combobox.Popup className="options">
            <Combobox.Empty className="nothing">{t.nothingMatches}</Combobox.Empty>
            <Combobox.List>
              {(value: string) => (
                <Combobox.Item key={value} value={value} className="item">
                  {textOf(value)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
      {name &&
        (multiple ? chosen : [chosen[0] ?? '']).map((value) => (
          <input key={value} type="hidden" name={name} value={value} />
        ))}
    </>
  );
  return multiple ? (
    <Combobox.Root {...common} multiple value={[...chosen]} onValueChange={choose}>
      {content}
    </Combobox.Root>
  ) : (
    <Combobox.Root {...common} value={chosen[0] ?? null} onValueChange={choose}>
      {content}
    </Combobox.Root>
  );
}
