import { type Command, Argument } from 'commander';
import type { CliCommand } from '../cli-command.js';

const SHELLS = ['bash', 'zsh'] as const;

export function addCompletion(completion: CliCommand): void {
  completion
    .addArgument(new Argument('<shell>', 'for which shell').choices(SHELLS))
    .notes(
      'Works for the program "gateway" on the PATH, as after "npm link" or from a release. Add to the shell’s start file:',
      '  source <(gateway completion bash)',
    )
    .examples('completion bash', 'completion zsh')
    .runs((_session, shell: (typeof SHELLS)[number]) => {
      const script = scriptOf(completion.parent ?? completion);
      const text = shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
      return Promise.resolve({ json: { shell, script: text }, text });
    });
}

/** The words that may follow a command: its subcommands and its options. */
function completionsOf(command: Command): string[] {
  const options = command.options.map(({ long }) => long ?? '');
  return [...command.commands.map((subcommand) => subcommand.name()), ...options, '--help'];
}

/** The paths of a command and of all commands below it, such as ` partner list`, each with the words that may follow. */
function pathsOf(command: Command, path = ''): [path: string, words: string[]][] {
  return [[path, completionsOf(command)], ...command.commands.flatMap((subcommand) => pathsOf(subcommand, `${path} ${subcommand.name()}`))];
}

/** The script contains all commands and options. Starting the program at each key press would take longer than typing. */
function scriptOf(program: Command): string {
  const cases = pathsOf(program).map(([path, words]) => `    "${path}") words="${words.join(' ')}" ;;`);
  const knownPaths = pathsOf(program).map(([path]) => `"${path}"`);
  return `_gateway() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${knownPaths.join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gateway gateway`;
}
