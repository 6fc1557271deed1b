import { type Command, Argument } from 'commander';
import type { CliCommand } from '../cli-command.js';

const SHELLS = ['bash', 'zsh'] as const;

export function addCompletion(completion: CliCommand): void {
  completion
    .addArgument(new Argument('<shell>', 'for which shell').choices(SHELLS))
    .notes('For a "gateway" on the PATH, as of "npm link" or a release. In the shell’s start file:', '  source <(gateway completion bash)')
    .examples('completion bash', 'completion zsh')
    .runs((_session, shell: (typeof SHELLS)[number]) => {
      const script = scriptOf(completion.parent ?? completion);
      const text = shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
      return Promise.resolve({ json: { shell, script: text }, text });
    });
}

/** The words that may follow a command: its subcommands and its options. */
function wordsAfter(command: Command): string[] {
  const options = command.options.map(({ long }) => long ?? '');
  return [...command.commands.map((one) => one.name()), ...options, '--help'];
}

/** The paths of a command and of all commands below it, such as ` partner list`, each with the words that may follow. */
function pathsOf(command: Command, path = ''): [path: string, words: string[]][] {
  return [[path, wordsAfter(command)], ...command.commands.flatMap((one) => pathsOf(one, `${path} ${one.name()}`))];
}

/** The script contains all commands and options. Starting the program at each key press would take longer than typing. */
function scriptOf(program: Command): string {
  const cases = pathsOf(program).map(([path, words]) => `    "${path}") words="${words.join(' ')}" ;;`);
  const known = pathsOf(program).map(([path]) => `"${path}"`);
  return `_gateway() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${known.join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gateway gateway`;
}
