import { lazy, Suspense } from 'react';
import type { Named, Options } from '../lib/format.ts';
import { useKnown } from './names.ts';

const Combo = lazy(() => import('./combo.tsx'));
/** More options than this are searched. */
export const FEW = 8;

export const optionTags = (options: readonly (readonly [value: string, text: string])[]) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

interface ChooseProps {
  id?: string;
  name?: string;
  /** What is chosen at first, or by `value` now. */
  defaultValue?: string;
  value?: string;
  of: Options;
  /** What they are, where there may be more than are given. */
  named?: Named | undefined;
  none?: string | undefined;
  onChange?: (value: string) => void;
  [aria: `aria-${string}`]: string | boolean | undefined;
}

/** One of some; of many by typing. */
export function Choose({ of, named, none, onChange, defaultValue, value, id = '', ...rest }: ChooseProps) {
  const chosen = value ?? defaultValue;
  const [options, isKnown] = useKnown(of, [chosen ?? ''], named);
  if (options.length <= FEW) {
    const all = none === undefined ? options : [['', none] as const, ...options];
    return (
      <select
        {...rest}
        key={String(isKnown)}
        id={id}
        value={value}
        defaultValue={defaultValue}
        onChange={({ target }) => onChange?.(target.value)}
      >
        {optionTags(all)}
      </select>
    );
  }
  return (
    <Suspense fallback={<span className="combo" />}>
      <Combo
        {...rest}
        key={`${value} ${isKnown}`}
        id={id}
        options={options}
        named={named}
        first={chosen ? [chosen] : none === undefined ? [options[0]![0]] : []}
        placeholder={none}
        canClear={none !== undefined}
        onChange={([next = '']) => onChange?.(next)}
      />
    </Suspense>
  );
}
