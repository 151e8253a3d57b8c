import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { type Given, useChange } from '../lib/client.ts';
import { Message, MutationForm, type MutationProps } from './form.tsx';

interface ButtonProps {
  text: ReactNode;
  act: () => unknown;
  className?: string | undefined;
  disabled?: boolean;
  /** What it is called, where its text does not say. */
  label?: string;
}

export const Button = ({ text, act, className, disabled, label }: ButtonProps) => (
  <button type="button" className={className} disabled={disabled} aria-label={label} onClick={() => void act()}>
    {text}
  </button>
);

/** Content that may close the dialog that it is in. */
type Content = (close: () => void) => ReactNode;

interface PopupProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

export const Popup = ({ title, open, onClose, children }: PopupProps) => (
  <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog">
        <Dialog.Title>{title}</Dialog.Title>
        {children}
        <Dialog.Close className="close" aria-label="Close">
          ×
        </Dialog.Close>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

interface OpensProps {
  text: string;
  title?: string | undefined;
  className?: string | undefined;
  children: Content;
}

/** A button that opens a dialog. */
export function Opens({ text, title = text, className, children }: OpensProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button text={text} className={className} act={() => setOpen(true)} />
      <Popup title={title} open={isOpen} onClose={close}>
        {children(close)}
      </Popup>
    </>
  );
}

interface FormButtonProps<D> extends Omit<MutationProps<D>, 'button'> {
  text: string;
  title?: string;
  className?: string;
  button?: string;
}

/** A button that opens a form, which closes when it has done its work. */
export const FormButton = <D extends Given>({ text, title, className, onDone, ...form }: FormButtonProps<D>) => (
  <Opens text={text} title={title} className={className}>
    {(close) => (
      <MutationForm
        button="Create"
        {...form}
        onDone={(answer, element) => {
          close();
          onDone?.(answer, element);
        }}
      />
    )}
  </Opens>
);

interface ConfirmProps {
  document: Given;
  variables: object;
  /** What follows from it. */
  text: string;
  button?: string;
  onDone: () => void;
}

/** Asks before what cannot be undone, and does it. */
export function Confirm({ document, variables, text, button = 'Delete it', onDone }: ConfirmProps) {
  const { change, busy, message } = useChange(document);
  return (
    <>
      <p>{text}</p>
      <Message text={message} />
      <div className="buttons">
        <Button
          text={button}
          className="danger"
          disabled={busy}
          act={async () => (await change(variables)) && onDone()}
        />
      </div>
    </>
  );
}

/** What a menu offers: to do something, or a dialog. */
export interface Choice {
  text: string;
  act?: () => unknown;
  title?: string;
  opens?: Content;
  confirm?: Omit<ConfirmProps, 'onDone'> & { onDone?: () => void };
}

export function Choices({ label, choices, trigger }: { label: string; choices: Choice[]; trigger?: ReactNode }) {
  const [chosen, setChosen] = useState<Choice>();
  const close = () => setChosen(undefined);
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={trigger ? 'trigger' : 'trigger dots'} aria-label={trigger ? undefined : label}>
          {trigger ?? '⋯'}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="end" className="positioner">
            <Menu.Popup className="menu">
              {choices.map((choice) => (
                <Menu.Item
                  key={choice.text}
                  onClick={() => (choice.opens || choice.confirm ? setChosen(choice) : void choice.act?.())}
                  className={choice.confirm ? 'item danger' : 'item'}
                >
                  {choice.text}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Popup title={chosen?.title ?? chosen?.text ?? ''} open={chosen !== undefined} onClose={close}>
        {chosen?.opens?.(close)}
        {chosen?.confirm && (
          <Confirm
            {...chosen.confirm}
            onDone={() => {
              close();
              chosen.confirm?.onDone?.();
            }}
          />
        )}
      </Popup>
    </>
  );
}
