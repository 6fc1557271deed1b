/** The transcript of an episode: one paragraph for each step. */
export class Transcript {
  private readonly paragraphs: { index: number; lines: string[] }[] = [];

  beginStep(index: number, title: string): void {
    this.paragraphs.push({ index, lines: [title] });
  }

  add(line: string): void {
    this.paragraphs.at(-1)?.lines.push(`       ${line}`);
  }

  /** The paragraph of the current step. */
  get currentStep(): string {
    return this.paragraphs.at(-1)?.lines.join('\n') ?? '';
  }

  get text(): string {
    return this.paragraphs.flatMap(({ lines }) => lines).join('\n');
  }
}
