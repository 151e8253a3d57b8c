import { Toast } from '@base-ui/react/toast';
import { Check } from './icons.ts';

const manager = Toast.createToastManager();

/** Says for some seconds that something was done. */
export const say = (title: string) => void manager.add({ title, timeout: 4_000 });

const List = () =>
  Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" role="status">
      <Check aria-hidden />
      <Toast.Title render={<span />} />
    </Toast.Root>
  ));

export const Toasts = () => (
  <Toast.Provider toastManager={manager}>
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
);
