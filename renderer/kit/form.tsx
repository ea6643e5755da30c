import { type BoxProps, Button, Group, type MantineSpacing, Stack } from '@mantine/core';
import {
  type ComponentPropsWithRef,
  type ComponentType,
  type FormEvent,
  type PropsWithChildren,
  type ReactNode,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { Act } from './act.tsx';
import { FailureCallout } from './callout.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { useAction } from './use-action.ts';

/** Focuses the first invalid field, which may be out of sight. */
export const focusFault = (form: Element): void => {
  // After the fault has been rendered.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus());
};

/**
 * A form that is sent once it has no faults, which are shown from the first try on. A form over a stored record:
 * use-record-form.ts.
 * @param isFaulty whether it may not be sent
 * @param send gets a check whether the form is still there
 */
export const useForm = (isFaulty: boolean, send: (isThere: () => boolean) => Promise<unknown>) => {
  const { isBusy, failure, run, forget } = useAction<unknown>();
  const [isTried, setTried] = useState(false);
  return {
    isTried,
    isBusy,
    failure,
    /** Forgets the failure of the last try. */
    forget,
    /** Hides the faults until the next try. */
    restart: (): void => setTried(false),
    /** Another action of the form, in the place of sending it. */
    run,
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      setTried(true);
      if (isFaulty) focusFault(event.currentTarget);
      else void run(send);
    },
  };
};

interface FormProps extends BoxProps, Omit<ComponentPropsWithRef<'form'>, keyof BoxProps> {
  gap?: MantineSpacing;
}

/** The types of a Stack know it as a <div> alone. */
const FormStack = Stack as ComponentType<FormProps & { component: 'form' }>;

/** A form whose fields stand one below the other. */
export const Form = (props: FormProps) => <FormStack component="form" noValidate {...props} />;

interface FormFooterProps {
  submit: ReactNode;
  isBusy: boolean;
  isDisabled?: boolean | undefined;
  isDangerous?: boolean | undefined;
  /** The label of the button that closes the form; usually "close". */
  close?: string | undefined;
  onClose(): void;
  /** Before the buttons. */
  children?: ReactNode;
}

export const FormFooter = (props: FormFooterProps) => {
  const { submit, isBusy, isDisabled = false, isDangerous = false, close, onClose, children } = props;
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      {children}
      <Act disabled={isBusy} onClick={onClose} text={close ?? t('close')} />
      <Button type="submit" loading={isBusy} disabled={isDisabled} {...(isDangerous && { color: 'red.9' })}>
        {submit}
      </Button>
    </Group>
  );
};

interface FormDialogProps
  extends PropsWithChildren<Omit<DialogProps, 'isOpen' | 'isBusy'>>,
    Pick<FormFooterProps, 'submit' | 'close' | 'isDisabled' | 'isDangerous'> {
  form: { isBusy: boolean; failure?: Failure | undefined; onSubmit(event: FormEvent<HTMLFormElement>): void };
  gap?: MantineSpacing;
  /** In the place of the failure in its usual words. */
  refusal?: ReactNode;
  /** In the footer, before the buttons. */
  aside?: ReactNode;
}

/** A form in a dialog. */
export const FormDialog = (props: FormDialogProps) => {
  const {
    form,
    submit,
    close,
    isDisabled,
    isDangerous,
    gap = 'md',
    refusal,
    aside,
    children,
    ...dialog
  } = props;
  return (
    <Dialog {...dialog} isBusy={form.isBusy}>
      <Form gap={gap} onSubmit={form.onSubmit} autoComplete="off">
        {children}
        {refusal === undefined ? <FailureCallout failure={form.failure} /> : refusal}
        <FormFooter
          submit={submit}
          close={close}
          isBusy={form.isBusy}
          isDisabled={isDisabled}
          isDangerous={isDangerous}
          onClose={dialog.onClose}
        >
          {aside}
        </FormFooter>
      </Form>
    </Dialog>
  );
};
