import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printsOf } from '#platform/server/site/front-matter-form.ts';
import { blankIssue, editIssue, issueFields, readText, valuesOf } from './issue-form.ts';

const origin = 'https://birch.example';
const topics = [{ id: 'law', label: 'Law' }];

const line = (most: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: most / 4 })
    .map((text) =>
      text
        .replace(/[\r\n\0]/g, ' ')
        .replaceAll('\uFFFD', '')
        .trim(),
    )
    .filter((text) => text !== '' && text.length <= most);

test('[law] whatever the form can say is read back as it was typed, hostile or not', () => {
  const fields = issueFields(topics, blankIssue);
  fc.assert(
    fc.property(
      line(150),
      fc.oneof(fc.constant(''), line(300)),
      fc.array(line(80), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.boolean(),
      (subject, description, lines, isAboutLaw, isPublic) => {
        // Plain words: what Markdown takes for HTML is refused elsewhere.
        const body = lines.map((words) => words.replace(/[<>[\]&*_`~!]/g, '')).join('\r\n\r\n');
        const typed = {
          subject,
          description,
          body,
          ...(isAboutLaw && { 'topic-law': 'yes' }),
          archive: isPublic ? 'yes' : '',
        };
        const made = editIssue(fields, blankIssue, {
          'topic-law': '',
          ...typed,
          body: body.replaceAll('\r\n', '\n'),
        });
        expect(made.mistyped).toEqual({});
        const again = valuesOf(issueFields(topics, made.text), made.text);
        expect(again['body']).toBe(
          body
            .replaceAll('\r\n', '\n')
            .replace(/^\s*\n/, '')
            .trimEnd(),
        );
        const { issue } = readText('x', made.text, { origin, topics: ['law'] });
        const read = issue && [issue.subject, issue.topics, issue.isPublic];
        expect([[subject, isAboutLaw ? ['law'] : [], isPublic], null]).toContainEqual(read);
        expect(printsOf(again)).toBe(printsOf(valuesOf(issueFields(topics, made.text), made.text)));
      },
    ),
    { numRuns: 200 },
  );
});
