// Runs in the browser after Swagger UI's own script.

// In characters. A longer answer is a file to download: to show 400 kB takes Swagger UI half a minute.
const SHOWN = 50_000;

function download(text, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = 'answer.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const largeAnswers = ({ React: { createElement } }) => ({
  wrapComponents: {
    responseBody: (Original) => (props) => {
      const { content, contentType } = props;
      if (typeof content !== 'string' || content.length <= SHOWN) return createElement(Original, props);
      const size = Math.round(content.length / 1000);
      return createElement(
        'div',
        null,
        createElement('h5', null, 'Response body'),
        createElement('p', null, `The answer is too long to be shown here: ${size} kB.`),
        createElement(
          'button',
          { type: 'button', className: 'btn', onClick: () => download(content, contentType) },
          'Download',
        ),
      );
    },
  },
});

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#ui',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  plugins: [largeAnswers],
});
