import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Row } from '#ui/page.tsx';
import { TagField } from '../editor/tag-field.tsx';

interface TagAdderProps {
  tags: readonly string[];
  error: string | undefined;
  add(tag: string): void;
}

/** One more tag, by Enter or its button. */
export function TagAdder({ tags, error, add }: TagAdderProps) {
  const [typed, setTyped] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        add(typed.trim());
        setTyped('');
      }}
    >
      <Row gap={8} className="items-end">
        <TagField label="New tag" tags={tags} value={typed} error={error} set={setTyped} />
        <Button type="submit">Add tag</Button>
      </Row>
    </form>
  );
}
