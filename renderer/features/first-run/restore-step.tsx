import { Button, FileButton, Group, Loader, PasswordInput, Radio, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../shared/bridge/bridge.ts';
import type { BackupState } from '../../../shared/operations/safekeeping.ts';
import { formatSize } from '../../../shared/size.ts';
import { callProgram, isPossibleHere } from '../../api/bridge.ts';
import { uploadBackup } from '../../api/upload-backup.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout, FailureCallout } from '../../kit/callout.tsx';
import { Form } from '../../kit/form.tsx';
import { useAction } from '../../kit/use-action.ts';
import { formatCount } from '../../lib/count.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useDates } from '../../shop/use-dates.ts';

type Found = NonNullable<CallOutput<'backups.choose'>>;
type Adopted = CallOutput<'copies.adopt'>;

/** Instead of step 1: the shop begins with a backup, such as one of another computer. */
export const RestoreStep = ({ onBack }: { onBack(): void }) => {
  const { t } = useTranslation('first-run');
  const id = useId();
  const dates = useDates();
  const choosing = useAction();
  const restoring = useAction();
  const [found, setFound] = useState<Found>();
  const [wanted, setWanted] = useState<string>();
  const [phrase, setPhrase] = useState('');
  const [done, setDone] = useState<Adopted | 'backup'>();
  const [percent, setPercent] = useState<number>();
  const isInWindow = isPossibleHere('backups.choose');
  const show = (chosen: Found | null): void => {
    if (!chosen) return;
    setFound(chosen);
    setWanted(choicesOf(chosen).find(({ isDamaged }) => !isDamaged)?.path);
    setPhrase('');
  };
  const choose = async () => show(await callProgram('backups.choose', {}));
  const send = async (file: File) => {
    setPercent(0);
    setFound(undefined);
    setWanted(undefined);
    try {
      show(await sentFile(file, setPercent));
    } finally {
      setPercent(undefined);
    }
  };
  const isCopy = found?.copies.some(({ path }) => path === wanted) ?? false;
  const restore = async (path: string) => {
    // Shown by the page itself until its end: the service stops for it.
    if (!isInWindow)
      return void (await callProgram('backups.restore', { name: path, ...(isCopy && { phrase }) }));
    if (isCopy) return setDone(await callProgram('copies.adopt', { path, phrase }));
    await callProgram('backups.adopt', { path });
    setDone('backup');
  };
  if (done) return <Restored adopted={done === 'backup' ? undefined : done} />;
  if (restoring.isBusy)
    return (
      <Group wrap="nowrap" role="status">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{t('restore.running')}</Text>
      </Group>
    );
  const backup = [...(found?.backups ?? []), ...(found?.copies ?? [])].find(({ path }) => path === wanted);
  const isReady = backup !== undefined && !(isCopy && phrase === '') && !choosing.isBusy;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void restoring.run(() => restore(backup.path));
  };
  return (
    <Form gap="md" onSubmit={submit} aria-labelledby={id}>
      <div>
        <Head id={id} title={t('restore.title')} text={t(isInWindow ? 'restore.text' : 'restore.fileText')} />
        <div role="status">
          {percent === undefined ? null : <Hint>{t('restore.sending', { percent })}</Hint>}
        </div>
      </div>
      {found ? <Backups found={found} wanted={wanted} onWant={setWanted} /> : null}
      {isCopy ? (
        <PasswordInput
          label={t('words.copyPhrase')}
          description={t('words.copyPhraseHint')}
          value={phrase}
          onChange={(event) => setPhrase(event.currentTarget.value)}
          autoComplete="off"
        />
      ) : null}
      <FailureCallout failure={restoring.failure ?? choosing.failure} p="sm" />
      {backup ? (
        <Act
          tone="main"
          type="submit"
          fullWidth
          disabled={!isReady}
          text={t('restore.confirm', { moment: dates.spoken(Date.parse(backup.created_at)) })}
        />
      ) : null}
      <Group justify="space-between" gap="xs">
        <Act onClick={onBack} text={t('restore.fresh')} />
        <ChooseButton
          isFirst={!found}
          isEmpty={wanted === undefined}
          isBusy={choosing.isBusy}
          onChoose={() => void choosing.run(choose)}
          onFile={(file) => void choosing.run(() => send(file))}
        />
      </Group>
    </Form>
  );
};

interface ChooseButtonProps {
  isFirst: boolean;
  /** Nothing is chosen that could be restored. */
  isEmpty: boolean;
  isBusy: boolean;
  onChoose(): void;
  onFile(file: File): void;
}

/** Asks for a folder in the window, in a tab for a file. */
const ChooseButton = ({ isFirst, isEmpty, isBusy, onChoose, onFile }: ChooseButtonProps) => {
  const { t } = useTranslation('first-run');
  // Once something is chosen, the form comes back after each try, and in a tab beneath the dialog with its result.
  const look = { autoFocus: isFirst, loading: isBusy, variant: isEmpty ? 'filled' : 'default' };
  if (isPossibleHere('backups.choose'))
    return (
      <Button {...look} onClick={onChoose}>
        {t(isFirst ? 'restore.choose' : 'words.anotherFolder')}
      </Button>
    );
  return (
    <FileButton accept=".db,.age" onChange={(file) => file && onFile(file)}>
      {(props) => (
        <Button {...props} {...look}>
          {t(isFirst ? 'restore.chooseFile' : 'restore.otherFile')}
        </Button>
      )}
    </FileButton>
  );
};

/** A file of the computer at which the browser is, as a folder of its own. Of an encrypted copy nothing else is known. */
const sentFile = async (file: File, onProgress: (percent: number) => void): Promise<Found> => {
  const path = await uploadBackup(file, onProgress);
  const { name, size, lastModified } = file;
  const created_at = new Date(lastModified).toISOString();
  if (path.endsWith('.age'))
    return { folder: name, backups: [], copies: [{ name, path, kind: '', size, created_at }] };
  const backup = await callProgram('backups.verify', { name: path });
  return { folder: name, backups: [backup], copies: [] };
};

const Head = ({ id, title, text }: { id: string; title: string; text: string }) => (
  <div>
    <Title order={1} size="h3" id={id}>
      {title}
    </Title>
    <Hint mt={6}>{text}</Hint>
  </div>
);

interface BackupsProps {
  found: Found;
  wanted: string | undefined;
  onWant(path: string): void;
}

/** A backup, or an encrypted copy, of which nothing else is known. */
type Choice = Pick<BackupState, 'path' | 'created_at' | 'invoices' | 'size'> & {
  isEncrypted: boolean;
  isDamaged: boolean;
};

/** Newest first. */
const choicesOf = ({ backups, copies }: Found): Choice[] =>
  [
    ...backups.map((each) => ({ ...each, isEncrypted: false, isDamaged: each.state === 'damaged' })),
    ...copies.map((each) => ({ ...each, invoices: null, isEncrypted: true, isDamaged: false })),
  ].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));

/** The newest backups of a folder. */
const Backups = ({ found, wanted, onWant }: BackupsProps) => {
  const { t } = useTranslation('first-run');
  const choices = choicesOf(found);
  if (choices.length === 0)
    return (
      <Callout tone="working" role="status" p="sm">
        {t('restore.none')}
      </Callout>
    );
  return (
    <Radio.Group
      label={t(isPossibleHere('backups.choose') ? 'restore.list' : 'restore.file', { folder: found.folder })}
      value={wanted ?? null}
      onChange={onWant}
      styles={{ label: { overflowWrap: 'anywhere' } }}
    >
      <Stack gap="xs" mah="16rem" style={{ overflowY: 'auto' }} p={4}>
        {choices.map((choice) => (
          <BackupChoice key={choice.path} choice={choice} />
        ))}
      </Stack>
    </Radio.Group>
  );
};

const BackupChoice = ({ choice }: { choice: Choice }) => {
  const { path, created_at, invoices, size, isEncrypted, isDamaged } = choice;
  const { t } = useTranslation('first-run');
  const { language } = usePreferences();
  const dates = useDates();
  const about = [
    invoices === null ? '' : t('words.sales', { count: invoices, total: formatCount(invoices) }),
    formatSize(size, language),
    isEncrypted ? t('restore.encrypted') : '',
    isDamaged ? t('restore.damaged') : '',
  ];
  return (
    <Radio
      value={path}
      disabled={isDamaged}
      label={dates.spoken(Date.parse(created_at))}
      description={about.filter(Boolean).join(' · ')}
    />
  );
};

const Restored = ({ adopted }: { adopted: Adopted | undefined }) => {
  const { t } = useTranslation('first-run');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Stack gap="md" role="status">
      <Head
        id={id}
        title={t('restore.done')}
        text={
          adopted
            ? t(adopted.has_keychain ? 'restore.withTokens' : 'restore.withoutTokens')
            : t('restore.doneText')
        }
      />
      <Button ref={button} ml="auto" onClick={() => location.assign('/')}>
        {t('owner.toSignIn')}
      </Button>
    </Stack>
  );
};
