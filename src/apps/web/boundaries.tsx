import { Component, type ReactNode } from 'react';
import { Problem } from '#base/problem.ts';
import { ChunkLoadError } from '#platform/web/chunks.ts';
import { reportError } from '#platform/web/reporting.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Button } from '#ui/button.tsx';

interface Failed {
  error: unknown;
  failed: boolean;
}

/** A failure of the router itself, before there is an application to show anything in: the router's default page. */
export class RouterBoundary extends Component<{ children: ReactNode }, Failed> {
  override state: Failed = { error: null, failed: false };
  static getDerivedStateFromError(error: unknown): Failed {
    return { error, failed: true };
  }
  override componentDidCatch(error: unknown) {
    reportError(error);
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    const message = this.state.error instanceof Error ? this.state.error.message : String(this.state.error);
    return (
      <main className="ui-page" data-kind="reading">
        <h2>Unexpected Application Error!</h2>
        <p>{message}</p>
      </main>
    );
  }
}

/**
 * Any other rendering error replaces the whole view until the page is reloaded: none of our state is trusted after
 * that.
 */
export class AppBoundary extends Component<{ children: ReactNode }, Failed> {
  override state: Failed = { error: null, failed: false };
  static getDerivedStateFromError(error: unknown): Failed {
    return { error, failed: true };
  }
  override componentDidCatch(error: unknown) {
    reportError(error);
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="ui-page" data-kind="reading" role="alert">
        <h1>Something went wrong</h1>
        <p>Please refresh the page. If the issue persists, we’ve been notified.</p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </main>
    );
  }
}

/**
 * Failing to load a page's code or data isn't an error of the page: the shell stays, and the retry is real.
 * Everything else goes to the application's boundary.
 */
interface PageBoundaryProps {
  children: ReactNode;
  /** Makes the next attempt a real one. */
  retry: (error: unknown) => Promise<void>;
  /** Shown if the page's subject doesn't exist. */
  missing: ReactNode;
  /** A different URL of the same page: earlier failures are forgotten. */
  place?: string;
  /** Around part of a page; the other parts stay. */
  isPart?: boolean;
}

export class PageBoundary extends Component<PageBoundaryProps, Failed & { place: string | undefined }> {
  override state = { error: null as unknown, failed: false, place: this.props.place };
  static getDerivedStateFromError(error: unknown): Failed {
    return { error, failed: true };
  }
  static getDerivedStateFromProps({ place }: PageBoundaryProps, before: { place: string | undefined }) {
    return place === before.place ? null : { error: null, failed: false, place };
  }
  override componentDidCatch(error: unknown) {
    // A part loads by itself, possibly just as the connection drops: it is retried once when the connection is
    // back.
    const isLate = this.props.isPart && error instanceof ChunkLoadError;
    if (isLate && !navigator.onLine) return window.addEventListener('online', this.#retry, { once: true });
    if (isLate && !this.#isAskedAgain) {
      this.#isAskedAgain = true;
      return this.#retry();
    }
    if (isMissingPart(error)) reportError(error);
  }
  override componentWillUnmount() {
    window.removeEventListener('online', this.#retry);
  }
  #isAskedAgain = false;
  #retry = () =>
    void this.props.retry(this.state.error).then(() => this.setState({ error: null, failed: false }));
  override render() {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    if (!isMissingPart(error)) throw error;
    if (error instanceof Problem && error.code === 'not_found') return this.props.missing;
    const words =
      error instanceof Problem ? error.message : 'Your connection may be down, or the site was just updated.';
    const { isPart } = this.props;
    const state = (
      <ErrorState
        title={isPart ? 'Couldn’t load this part' : 'Couldn’t load this page'}
        safe={`${words} What you typed and saved is safe.`}
        actions={
          <Button variant="primary" onClick={this.#retry}>
            Try again
          </Button>
        }
      />
    );
    if (isPart) return state;
    return (
      <main id="main" className="ui-page" data-kind="reading">
        {state}
      </main>
    );
  }
}

const isMissingPart = (error: unknown): boolean =>
  error instanceof ChunkLoadError || error instanceof Problem;
