import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import type { PictureView } from '../rules/contract.ts';
import { ownPictures, removePicture } from './calls.ts';

interface OwnPicturesProps {
  open: boolean;
  onClose(): void;
  choose(picture: string): void;
}

/** What was uploaded before: to be shown again, or to make room. */
export function OwnPictures({ open, onClose, choose }: OwnPicturesProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Your pictures" wide>
      <Pictures choose={choose} />
    </Dialog>
  );
}

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`;

function Pictures({ choose }: Pick<OwnPicturesProps, 'choose'>) {
  const [pictures, setPictures] = useState<readonly PictureView[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  /** Asked once more, since mails already sent show it. */
  const [leaving, setLeaving] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    void ownPictures().then(
      (answer) => !isOver && setPictures(answer.pictures),
      () => !isOver && setFailed(true),
    );
    return () => {
      isOver = true;
    };
  }, [tries]);
  async function remove(name: string): Promise<void> {
    setLeaving(null);
    try {
      await removePicture(name);
      setPictures((all) => all?.filter((each) => each.name !== name) ?? null);
    } catch {
      setFailed(true);
    }
  }
  if (failed)
    return (
      <Stack gap={12}>
        <p role="alert">Couldn’t reach your pictures. Nothing was changed.</p>
        <Row>
          <Button
            onClick={() => {
              setFailed(false);
              setTries((count) => count + 1);
            }}
          >
            Try again
          </Button>
        </Row>
      </Stack>
    );
  if (!pictures) return <Skeleton rows={3} label="Loading your pictures" />;
  if (pictures.length === 0) return <p>None yet. What you upload for an email is listed here.</p>;
  return (
    <ul className="flex flex-col">
      {pictures.map(({ name, picture, width, height, bytes }, index) => (
        <li key={name} className="flex flex-wrap items-center gap-12 border-t border-hairline py-8">
          <img src={picture} alt="" loading="lazy" className="size-64 object-contain" />
          <p className="grow text-13 text-muted">
            {width} × {height} pixels, {kilobytes(bytes)}
          </p>
          {leaving === name ? (
            <>
              <p className="text-13">Emails that show it, sent ones too, will have a gap.</p>
              <Button size="tool" onClick={() => setLeaving(null)}>
                Keep
              </Button>
              <Button size="tool" variant="danger" onClick={() => void remove(name)}>
                Delete
              </Button>
            </>
          ) : (
            <>
              <Button size="tool" aria-label={`Use picture ${index + 1}`} onClick={() => choose(picture)}>
                Use
              </Button>
              <Button
                size="tool"
                variant="quiet"
                aria-label={`Delete picture ${index + 1}…`}
                onClick={() => setLeaving(name)}
              >
                Delete…
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
