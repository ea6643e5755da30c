import { spawnSync } from 'node:child_process';

/** What git knows of the folder. Nothing is fetched. */
export interface Checkout {
  /** Short id and date. */
  commit: string;
  id: string;
  /** The last commit that was updated to, or the one before a pull; undefined: not known. */
  former: string | undefined;
  /** Files changed here. */
  isChanged: boolean;
  /** A merge that is not finished. */
  isUnmerged: boolean;
  /** The branch of the server; undefined: none is set. */
  upstream: string | undefined;
  /** How many commits of it, as of the last fetch, are not here. */
  behind: number;
}

/** Of this work tree alone: another one of the same repository has its own. */
const UPDATED = 'refs/worktree/kramar-updated';

const git = (root: string, ...args: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** Undefined where the folder is no checkout, or there is no git. */
export const readCheckout = (root: string): Checkout | undefined => {
  const id = git(root, 'rev-parse', '--verify', '-q', 'HEAD');
  if (!id) return undefined;
  const upstream = git(root, 'rev-parse', '--abbrev-ref', '@{upstream}') || undefined;
  const formers = [UPDATED, 'ORIG_HEAD'].map((ref) => git(root, 'rev-parse', '--verify', '-q', ref));
  return {
    commit: git(root, 'log', '-1', '--format=%h of %cs') ?? id,
    id,
    former: formers.find((former) => former && former !== id),
    isChanged: Boolean(git(root, 'status', '--porcelain', '--untracked-files=no')),
    isUnmerged: Boolean(git(root, 'ls-files', '--unmerged')),
    upstream,
    behind: upstream ? Number(git(root, 'rev-list', '--count', 'HEAD..@{upstream}') ?? 0) : 0,
  };
};

/** Whether the last update of this work tree ended well at this very commit. */
export const isUpdatedTo = (root: string, { id, isChanged }: Checkout): boolean =>
  !isChanged && git(root, 'rev-parse', '--verify', '-q', UPDATED) === id;

export const noteUpdated = (root: string, { id }: Checkout): void => {
  git(root, 'update-ref', UPDATED, id);
};

/** What to take, in a sentence each. */
export const pullAdvice = (checkout: Checkout | undefined): string[] => {
  if (!checkout)
    return [
      'This folder is no git checkout: a newer version comes as a new folder, from where you took this one.',
    ];
  const { commit, upstream, behind, isChanged } = checkout;
  const newer =
    upstream === undefined
      ? 'No branch of a server is set, so whether there is a newer version is not known. To take one: git pull REMOTE BRANCH.'
      : behind > 0
        ? `${upstream} is ${behind} ${behind === 1 ? 'commit' : 'commits'} ahead. To take them: git pull, then npm run update again.`
        : `${upstream} has nothing newer, as of the last git fetch.`;
  return [
    `This checkout is at ${commit}. ${newer}`,
    ...(isChanged ? ['Files of it were changed here; they stay as they are.'] : []),
  ];
};
