import { Group, Stack, Text, Title } from '@mantine/core';
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, type PropsWithChildren, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { failureOf } from '../api/failure.ts';
import { Act } from './act.tsx';
import { FailureCallout, Strip } from './callout.tsx';
import { EmptyState, QueryView } from './query-view.tsx';
import { SidePanel, SidePanelFoot, SidePanelHead, type SidePanelProps } from './side-panel.tsx';
import { useListSearch } from './use-list.ts';
import type { RecordForm } from './use-record-form.ts';

const openSearch = v.object({ open: v.optional(v.union([v.string(), v.number()])) });

/** Opens a record beside its list, or closes it. */
export const useOpenRecord = () => {
  const { changeSearch } = useListSearch(openSearch);
  return (open: number | string | undefined, options?: { isSaved?: boolean }): void =>
    changeSearch({ open }, options);
};

/** The panel's texts for a kind of record. */
interface RecordTexts {
  label: string;
  close: string;
  missing: { title: string; text: string };
  overtaken: { title: string; text: string };
  dirty: string;
  clean: string;
  undo: string;
}

/** The texts of a kind of record, which have the same keys in each namespace. */
export const useRecordTexts = (namespace: 'catalog' | 'employees'): RecordTexts => {
  const { t } = useTranslation(namespace);
  return {
    label: t('panel.label'),
    close: t('panel.close'),
    missing: { title: t('missing.title'), text: t('missing.text') },
    overtaken: { title: t('overtaken.title'), text: t('overtaken.text') },
    dirty: t('edit.dirty'),
    clean: t('edit.clean'),
    undo: t('edit.undo'),
  };
};

interface RecordPanelProps extends Omit<SidePanelProps, 'isStillOpen' | 'onClose' | 'isDirty'> {
  /** The value in the address. */
  open: number | string;
  isDirty?: boolean;
  title: ReactNode;
  about?: ReactNode;
  closeLabel: string;
  /** The end of its form. */
  foot?: ReactNode;
  onSubmit?(event: FormEvent<HTMLFormElement>): void;
}

/** One record, or a new one, beside its list; asks before unsaved input is lost. */
export const RecordPanel = (props: RecordPanelProps) => {
  const {
    open: own,
    isDirty = false,
    words,
    title,
    about,
    closeLabel,
    foot,
    onSubmit,
    children,
    ...panel
  } = props;
  const open = useOpenRecord();
  const { pathname } = useLocation();
  const close = (): void => open(undefined);
  const content = (
    <Stack gap="sm">
      <SidePanelHead title={title} closeLabel={closeLabel} onClose={close}>
        {about}
      </SidePanelHead>
      {children}
    </Stack>
  );
  return (
    <SidePanel
      {...panel}
      isDirty={isDirty || words !== undefined}
      words={isDirty ? undefined : words}
      onClose={close}
      isStillOpen={({ pathname: next, search }) =>
        next === pathname && 'open' in search && search.open === own && !('import' in search)
      }
    >
      {onSubmit ? (
        <form onSubmit={onSubmit} noValidate autoComplete="off">
          {content}
          <SidePanelFoot>
            <Stack gap="xs">{foot}</Stack>
          </SidePanelFoot>
        </form>
      ) : (
        content
      )}
    </SidePanel>
  );
};

interface RecordEditorProps<Fields extends object, Faults> extends PropsWithChildren {
  open: number;
  form: RecordForm<Fields, Faults>;
  texts: RecordTexts;
  title: ReactNode;
  about: ReactNode;
  /** The record has been deleted meanwhile. */
  isGone: boolean;
  isCovered: boolean;
  /** Fields that show their own errors. */
  ownErrorFields?: readonly string[];
  /** Texts of the question when leaving loses more than the input. */
  words?: SidePanelProps['words'];
}

/** Edits a stored record. A change by somebody else is shown before it can be overwritten. */
export const RecordEditor = <Fields extends object, Faults>(props: RecordEditorProps<Fields, Faults>) => {
  const { open, form, texts, title, about, isGone, isCovered, ownErrorFields = [], words, children } = props;
  const { isDirty, isBusy, failure, saved, isOvertaken } = form;
  const { t } = useTranslation();
  const isSaved = saved !== undefined && !isDirty;
  return (
    <RecordPanel
      open={open}
      label={texts.label}
      closeLabel={texts.close}
      title={title}
      about={about}
      isDirty={isDirty}
      words={words}
      isCovered={isCovered}
      onSubmit={form.submit}
      foot={
        <>
          <FailureCallout failure={failure} ownErrorFields={ownErrorFields} />
          <Group justify="space-between" mih="2.25rem">
            <Text
              size="sm"
              role="status"
              {...(isSaved ? { 'data-tone': 'paid', className: 'toned' } : { c: 'dimmed' })}
            >
              {isSaved ? saved : isDirty ? texts.dirty : texts.clean}
            </Text>
            {isDirty ? (
              <Group gap="xs">
                <Act disabled={isBusy} onClick={form.undo} text={texts.undo} />
                <Act tone="main" type="submit" loading={isBusy} text={t('save')} />
              </Group>
            ) : null}
          </Group>
        </>
      }
    >
      {isGone ? (
        <Strip tone="failed" title={texts.missing.title}>
          {texts.missing.text}
        </Strip>
      ) : null}
      {isOvertaken ? (
        <Strip tone="working" title={texts.overtaken.title}>
          {texts.overtaken.text}
        </Strip>
      ) : null}
      {children}
    </RecordPanel>
  );
};

/** A part of a record's panel under a heading of its own. */
export const RecordSection = ({ title, children }: PropsWithChildren<{ title: string }>) => {
  const id = useId();
  return (
    <Stack component="section" className="ruled" gap="xs" pt="sm" aria-labelledby={id}>
      <Title order={3} size="h6" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
};

interface RecordViewProps<One> {
  id: number;
  query: UseQueryResult<One>;
  texts: RecordTexts;
  rows: number;
  height: number;
  children(record: One, isGone: boolean): ReactNode;
}

/** Renders a loaded record; until then, or on failure, the panel shows the state. */
export const RecordView = <One,>({ id, query, texts, rows, height, children }: RecordViewProps<One>) => {
  const { label, close, missing } = texts;
  const { data, error } = query;
  if (data !== undefined) return children(data, error !== null && failureOf(error).kind === 'missing');
  return (
    <RecordPanel open={id} label={label} title={label} closeLabel={close}>
      <QueryView
        query={query}
        missing={<EmptyState title={missing.title}>{missing.text}</EmptyState>}
        rows={rows}
        height={height}
      >
        {() => null}
      </QueryView>
    </RecordPanel>
  );
};

interface Listed<One> {
  results?: readonly One[];
}

/** A record from a list's cached pages, as initial data for its own query. @param lists the lists' key */
export const useListed = <One extends { id: number }>(lists: QueryKey, id: number) => {
  const queries = useQueryClient();
  const newest = () =>
    queries
      .getQueriesData<Listed<One>>({ queryKey: lists })
      .flatMap(([queryKey, page]) =>
        (page?.results ?? []).map((one) => ({
          one,
          at: queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
        })),
      )
      .filter(({ one }) => one.id === id)
      .toSorted((a, b) => b.at - a.at)[0];
  return { initialData: () => newest()?.one, initialDataUpdatedAt: () => newest()?.at };
};
