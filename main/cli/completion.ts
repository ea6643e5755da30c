import { UsageError } from '../platform/config.ts';
import type { Command, Commands, Run } from './command.ts';
import { COMPLETED_NAME, consoleProgram } from './console-command.ts';
import { COMMON_OPTIONS, type OptionName, optionOf } from './options.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const completion: Run = async ({ operand, commands }) => {
  const shell = SHELLS.find((each) => each === operand);
  if (!shell) throw new UsageError(`completion knows no such SHELL. Expected one of: ${SHELLS.join(', ')}.`);
  const script = SCRIPTS[shell](wordsOf(commands), consoleProgram());
  return { json: { ok: true, shell, script }, lines: script.trimEnd().split('\n') };
};

interface Words {
  /** Commands of two words, by their first; of one word: no second. */
  families: readonly (readonly [first: string, seconds: readonly string[]])[];
  commands: readonly {
    name: string;
    summary: string;
    choices: readonly string[];
    options: readonly OptionName[];
  }[];
}

const wordsOf = (commands: Commands): Words => {
  const names = [...Object.keys(commands), 'help'];
  const firsts = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  return {
    families: firsts.map((first) => [
      first,
      names.flatMap((name) => (name.startsWith(`${first} `) ? name.slice(first.length + 1) : [])),
    ]),
    commands: Object.entries(commands).map(
      ([name, { summary, choices = [], options = [] }]: [string, Command]) => ({
        name,
        summary,
        choices,
        options: [...options, ...COMMON_OPTIONS],
      }),
    ),
  };
};

/** A word of a shell, in single quotes; none of ours has one inside, or it is doubled by the way of the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const quotedForFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const flagsOf = (options: readonly OptionName[]): string => options.map((name) => `--${name}`).join(' ');

/** The values of an option, as a pattern of bash's `case`. */
const valuesOf = (name: OptionName): string | undefined => {
  const { choices, isPath, value } = optionOf(name);
  if (choices) return `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$cur")); return`;
  if (isPath) return `COMPREPLY=($(compgen ${isPath === 'folder' ? '-d' : '-f'} -- "$cur")); return`;
  return value === undefined ? undefined : 'return';
};

const allOptions = ({ commands }: Words): OptionName[] => [
  ...new Set(commands.flatMap(({ options }) => options)),
];

const bashCases = (words: Words): string[] =>
  allOptions(words).flatMap((name) => {
    const values = valuesOf(name);
    return values === undefined ? [] : `    --${name}) ${values} ;;`;
  });

const bash = (words: Words, program: string): string => `# Completion of ${COMPLETED_NAME} for bash.
${COMPLETED_NAME}() { ${program} "$@"; }
_kramar_admin() {
  local cur prev word first= second= command=
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  case $prev in
${bashCases(words).join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) if [[ -z $first ]]; then first=$word; elif [[ -z $second ]]; then second=$word; fi ;; esac
  done
  case "$first $second" in
${words.commands.map(({ name, options, choices }) => `    ${quoted(name.includes(' ') ? name : `${name} `)}*) command=${quoted(flagsOf(options))}; ${choices.length > 0 ? `[[ $cur != -* && $prev == ${name.split(' ').at(-1)} ]] && command=${quoted(choices.join(' '))}` : ':'} ;;`).join('\n')}
  esac
  if [[ -z $command && -z $first ]]; then command=${quoted(words.families.map(([first]) => first).join(' '))}; fi
  if [[ -z $command && -z $second ]]; then
    case $first in
${words.families.flatMap(([first, seconds]) => (seconds.length > 0 ? `      ${first}) command=${quoted(seconds.join(' '))} ;;` : [])).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$command" -- "$cur"))
}
complete -F _kramar_admin ${COMPLETED_NAME}
`;

/** zsh runs the completion of bash. */
const zsh = (words: Words, program: string): string =>
  `# Completion of ${COMPLETED_NAME} for zsh.
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
autoload -Uz bashcompinit && bashcompinit
${bash(words, program).split('\n').slice(1).join('\n')}`;

const fishOption = (name: string, options: readonly OptionName[]): string[] =>
  options.map((option) => {
    const { description, value, choices, isPath } = optionOf(option);
    const argument = value === undefined ? '' : ' -r';
    const values = choices ? ` -f -a ${quotedForFish(choices.join(' '))}` : '';
    const noFile = value !== undefined && !choices && !isPath ? ' -f' : '';
    return `complete -c ${COMPLETED_NAME} -n ${quotedForFish(`__kramar_is ${name}`)} -l ${option}${argument}${values}${noFile} -d ${quotedForFish(description)}`;
  });

const fish = (
  { families, commands }: Words,
  program: string,
): string => `# Completion of ${COMPLETED_NAME} for fish.
function ${COMPLETED_NAME}
  ${program} $argv
end
function __kramar_words
  string match -v -- '-*' (commandline -opc)[2..-1]
end
function __kramar_is
  set -l words (__kramar_words)
  string match -q -- "$argv *" "$words "
end
function __kramar_after
  set -l words (__kramar_words)
  test "$words" = "$argv"
end
complete -c ${COMPLETED_NAME} -f
complete -c ${COMPLETED_NAME} -n 'test (count (__kramar_words)) -eq 0' -a ${quotedForFish(families.map(([first]) => first).join(' '))}
${families.flatMap(([first, seconds]) => (seconds.length > 0 ? `complete -c ${COMPLETED_NAME} -n '__kramar_after ${first}' -a ${quotedForFish(seconds.join(' '))}` : [])).join('\n')}
${commands.flatMap(({ name, choices }) => (choices.length > 0 ? `complete -c ${COMPLETED_NAME} -n '__kramar_after ${name}' -a ${quotedForFish(choices.join(' '))}` : [])).join('\n')}
${commands.flatMap(({ name, options }) => fishOption(name, options)).join('\n')}
`;

const SCRIPTS: Record<Shell, (words: Words, program: string) => string> = { bash, zsh, fish };
